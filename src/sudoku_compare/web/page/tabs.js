// Tabs that can be chosen by pointer and by keyboard.

// Connects the tabs of the page; `onChange` gets the name of the chosen one. Returns `open(name)` and `current()`.
export function connectTabs(onChange) {
  const tabs = [...document.querySelectorAll("[role=tab]")], nameOf = (tab) => tab.id.replace("tab-", "");
  let current = "";

  function open(name, isFocused = false) {
    current = name;
    for (const tab of tabs) {
      const isChosen = nameOf(tab) === name;
      tab.setAttribute("aria-selected", isChosen);
      tab.tabIndex = isChosen ? 0 : -1;
      document.getElementById(tab.getAttribute("aria-controls")).hidden = !isChosen;
      if (isChosen && isFocused) tab.focus();
    }
    onChange(name);
  }

  for (const tab of tabs) {
    tab.addEventListener("click", () => open(nameOf(tab)));
    tab.addEventListener("keydown", (event) => {
      const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
      if (!step) return;
      event.preventDefault();
      event.stopPropagation();
      open(nameOf(tabs[(tabs.indexOf(tab) + step + tabs.length) % tabs.length]), true);
    });
  }
  return { open, current: () => current, names: tabs.map(nameOf) };
}
