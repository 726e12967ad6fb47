// Injected into every page that a test opens: finds what a reader would notice. Each function returns a list of texts.
globalThis.faults = (() => {
  const isVisible = (element) => {
    const box = element.getBoundingClientRect();
    const isRendered = element.checkVisibility({visibilityProperty: true, opacityProperty: true});
    return isRendered && box.width > 1 && box.height > 1;
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
  const isForScreenReaders = (element) => [element, ...listParents(element)].some((each) => {
    const {clip, clipPath} = getComputedStyle(each);
    return /inset|rect/.test(clip + clipPath);
  });

  const listShown = (selector, root = document.body) => [...root.querySelectorAll(selector)].filter(isVisible);

  // Vega draws into an element with this class; the legends beside it are drawings too.
  const listCharts = () => [...document.querySelectorAll("figure svg.marks")];

  const listLabels = () => listCharts().flatMap((chart) => listShown("text", chart));

  const findOverflow = () => {
    const page = document.scrollingElement;
    const found = [];
    if (page.scrollWidth > page.clientWidth)
      found.push(`the page is ${page.scrollWidth} px wide, the window ${page.clientWidth}`);
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
    for (const chart of listCharts()) {
      const frame = chart.getBoundingClientRect();
      const isInside = (box) => box.left >= frame.left - 1 && box.right <= frame.right + 1 &&
        box.top >= frame.top - 1 && box.bottom <= frame.bottom + 1;
      cut.push(...listShown("text", chart).filter((text) => !isInside(text.getBoundingClientRect())));
    }
    return cut.map(describe);
  };

  const findSmallText = (smallest) => {
    const sizeOf = (text) => {
      const {a, b} = text.getScreenCTM();
      return parseFloat(getComputedStyle(text).fontSize) * Math.hypot(a, b);
    };
    const small = listLabels().filter((text) => sizeOf(text) < smallest - 0.01);
    return small.map((text) => `${describe(text)}: ${sizeOf(text).toFixed(1)} px`);
  };

  const luminance = (colour) => {
    const linear = (each) => (each <= 0.04045 ? each / 12.92 : ((each + 0.055) / 1.055) ** 2.4);
    const [red, green, blue] = colour.match(/[\d.]+/g).map((channel) => linear(channel / 255));
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };

  // axe-core does not look at text in drawings. A chart has no background of its own: that of the page shines through.
  const findFaintText = (weakest) => {
    const page = luminance(getComputedStyle(document.body).backgroundColor);
    const contrastOf = (text) => {
      const own = luminance(getComputedStyle(text).fill);
      return (Math.max(own, page) + 0.05) / (Math.min(own, page) + 0.05);
    };
    const faint = listLabels().filter((text) => contrastOf(text) < weakest);
    return faint.map((text) => `${describe(text)}: ${contrastOf(text).toFixed(1)}:1`);
  };

  const findOverlappingText = () => {
    const overlap = (one, other) =>
      Math.min(one.right, other.right) - Math.max(one.left, other.left) > 2 &&
      Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > 2;
    const found = [];
    for (const chart of listCharts()) {
      const texts = listShown("text", chart).map((text) => [text, text.getBoundingClientRect()]);
      texts.forEach(([one, box], at) => {
        const hidden = texts.slice(at + 1).filter(([, other]) => overlap(box, other));
        found.push(...hidden.map(([other]) => `${describe(one)} and ${describe(other)}`));
      });
    }
    return found;
  };

  // What the data becomes has this class; axes have another.
  const findEmptyCharts = () => {
    const marks = ".role-mark path, .role-mark line, .role-mark text";
    return listCharts().filter((chart) => !chart.querySelector(marks)).map(describe);
  };

  const listText = () => {
    const words = document.body.innerText.split("\n");
    return [...words, ...[...document.querySelectorAll("svg text")].map((text) => text.textContent)];
  };

  const countCharts = () => listCharts().length;

  const textChecks = {findCutText, findSmallText, findFaintText, findOverlappingText};
  return {...textChecks, findOverflow, findEmptyCharts, listText, countCharts};
})();
