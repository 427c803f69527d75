// Draw every figure, make every table sortable, and let the reader choose between light and dark.
for (const place of document.querySelectorAll("figure.figure")) {
  const figure = JSON.parse(place.querySelector("script").textContent);
  if (figure.kind === "heat") heat(place, figure);
  else if (figure.kind === "surface") surface(place, figure);
  else if (figure.kind === "states") {
    const made = new DOMParser().parseFromString(figure.svg, "image/svg+xml").documentElement;
    const drawing = place.insertBefore(document.importNode(made, true), place.querySelector("figcaption"));
    drawing.style.maxWidth = `${drawing.viewBox.baseVal.width * 1.1}px`;
  } else chart(place, figure);
  if (figure.note) place.querySelector("figcaption").textContent += `. ${figure.note}`;
}
function sortable(text) {
  const plain = text.replace(/^[✓✗★–]\s*/, "").replace(/,/g, "");
  const number = parseFloat(plain);
  return Number.isNaN(number) ? text.toLowerCase() : number;
}
for (const table of document.querySelectorAll("table")) {
  const heads = [...table.querySelectorAll("th")], body = table.tBodies[0];
  heads.forEach((head, n) => head.addEventListener("click", () => {
    const order = head.dataset.order === "up" ? "down" : "up";
    heads.forEach((other) => delete other.dataset.order);
    head.dataset.order = order;
    const rows = [...body.rows].map((row) => [sortable(row.cells[n].textContent), row]);
    const less = (a, b) => (typeof a === typeof b ? (a < b ? -1 : a > b ? 1 : 0) : typeof a === "number" ? -1 : 1);
    rows.sort((a, b) => (order === "up" ? 1 : -1) * less(a[0], b[0]));
    rows.forEach(([, row]) => body.appendChild(row));
  }));
  heads.forEach((_, n) => {
    const cells = [...body.rows].map((row) => row.cells[n]).filter((cell) => cell && cell.textContent);
    if (cells.every((cell) => /^[-–]?[\d.,]+(e[-+]?\d+)?( s)?$/.test(cell.textContent))) cells.forEach((cell) => cell.classList.add("number"));
  });
}
document.getElementById("theme").addEventListener("click", () => {
  const root = document.documentElement, dark = matchMedia("(prefers-color-scheme: dark)").matches;
  root.dataset.theme = (root.dataset.theme || (dark ? "dark" : "light")) === "dark" ? "light" : "dark";
  document.dispatchEvent(new Event("themed"));
});
