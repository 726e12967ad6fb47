// Draws the charts of the page in the colours of its text, so that they follow the reader's system, and print, by
// themselves.
const specs = JSON.parse(document.getElementById("charts").textContent);
const ink = "currentColor";
const axis = {
  labelColor: ink, titleColor: ink, domainColor: ink, tickColor: ink, gridColor: ink, gridOpacity: 0.16,
  domainOpacity: 0.5, tickOpacity: 0.5, labelFontSize: 12, titleFontSize: 12, titleFontWeight: "normal",
};
const config = {
  background: null, font: "system-ui, sans-serif", axis, legend: {disable: true}, view: {stroke: null},
  text: {color: ink, fontSize: 12},
};
const isDark = matchMedia("(prefers-color-scheme: dark)").matches;
const options = {
  renderer: "svg", actions: false, defaultStyle: false, config, tooltip: {theme: isDark ? "dark" : "light"},
};
for (const figure of document.querySelectorAll("figure[data-chart]")) {
  const {title, config: forPictures, ...spec} = specs[figure.dataset.chart];
  const chart = figure.querySelector(".chart");
  const fitting = {width: "container", autosize: {type: "fit-x", contains: "padding"}};
  const {view} = await vegaEmbed(chart, {...spec, ...fitting}, options);
  chart.querySelector("svg").setAttribute("aria-hidden", "true"); // the label of the chart says what it shows
  view.addEventListener("click", (event, item) => {
    if (item?.datum?.details) document.dispatchEvent(new CustomEvent("details", {detail: item.datum.details}));
  });
}
document.body.dataset.drawn = "yes";
