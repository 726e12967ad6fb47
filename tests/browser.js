// Injected into every page that a test opens: finds what a reader would notice. Each function returns a list of texts.
globalThis.faults = (() => {
  const isVisible = (element) => {
    const box = element.getBoundingClientRect();
    return box.width > 1 && box.height > 1 && element.checkVisibility({visibilityProperty: true, opacityProperty: true});
  };

  const describe = (element) => {
    const name = [element.localName, ...element.classList].join(".") + (element.id && `#${element.id}`);
    const text = element.textContent.trim().replace(/\s+/g, " ").slice(0, 40);
    return `<${name}> '${text}'`;
  };

  const listParents = (element) => {
    const parents = [];
    for (let parent = element.parentElement; parent; parent = parent.parentElement) parents.push(parent);
    return parents;
  };

  const scrollsSideways = (element) =>
    element !== document.body && ["auto", "scroll"].includes(getComputedStyle(element).overflowX);

  // Text that is only meant for screen readers is clipped to nothing.
  const isForScreenReaders = (element) =>
    [element, ...listParents(element)].some((each) => /inset|rect/.test(getComputedStyle(each).clipPath + getComputedStyle(each).clip));

  const listShown = (selector, root = document.body) => [...root.querySelectorAll(selector)].filter(isVisible);

  const listCharts = () => [...document.querySelectorAll("figure")].filter((figure) => figure.querySelector("svg"));

  const findOverflow = () => {
    const page = document.scrollingElement;
    const found = [];
    if (page.scrollWidth > page.clientWidth) found.push(`the page is ${page.scrollWidth} px wide, the window ${page.clientWidth}`);
    for (const element of listShown("*")) {
      const {left, right} = element.getBoundingClientRect();
      if (left >= -1 && right <= page.clientWidth + 1) continue;
      if (listParents(element).some(scrollsSideways) || isForScreenReaders(element)) continue;
      found.push(`${describe(element)} reaches from ${Math.round(left)} to ${Math.round(right)} px`);
    }
    return found.slice(0, 5);
  };

  const findCutText = () => {
    const cut = listShown("*").filter((element) =>
      element.scrollWidth > element.clientWidth + 1 && getComputedStyle(element).overflowX === "hidden" &&
      !isForScreenReaders(element) && !element.closest("svg"));
    for (const chart of listCharts()) for (const svg of listShown("svg", chart)) {
      const frame = svg.getBoundingClientRect();
      const isInside = (box) => box.left >= frame.left - 1 && box.right <= frame.right + 1 &&
        box.top >= frame.top - 1 && box.bottom <= frame.bottom + 1;
      cut.push(...listShown("text", svg).filter((text) => !isInside(text.getBoundingClientRect())));
    }
    return cut.map(describe);
  };

  const findSmallText = (smallest) => {
    const sizeOf = (text) => {
      const {a, b} = text.getScreenCTM();
      return parseFloat(getComputedStyle(text).fontSize) * Math.hypot(a, b);
    };
    const texts = listCharts().flatMap((chart) => listShown("text", chart));
    return texts.filter((text) => sizeOf(text) < smallest - 0.01).map((text) => `${describe(text)}: ${sizeOf(text).toFixed(1)} px`);
  };

  // Vega gives the marks of data the role `graphics-symbol`; axes and legends have other roles.
  const findEmptyCharts = () =>
    listCharts().filter((chart) => !chart.querySelector(".role-mark path, .role-mark line, .role-mark text")).map(describe);

  const listText = () => {
    const words = document.body.innerText.split("\n");
    return [...words, ...[...document.querySelectorAll("svg text")].map((text) => text.textContent)];
  };

  const countCharts = () => listCharts().length;

  return {findOverflow, findCutText, findSmallText, findEmptyCharts, listText, countCharts};
})();
