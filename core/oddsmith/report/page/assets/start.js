// Draw every figure, make every table sortable, and let the reader choose between light and dark.
for (const place of document.querySelectorAll("figure.figure")) {
  const figure = JSON.parse(place.querySelector("script").textContent);
  if (figure.kind === "heat") heat(place, figure);
  else if (figure.kind === "surface") surface(place, figure);
  else if (figure.kind === "states") {
    const made = new DOMParser().parseFromString(figure.svg, "image/svg+xml").documentElement;
    const frame = document.createElement("div"), drawing = frame.appendChild(document.importNode(made, true));
    place.insertBefore(frame, place.querySelector("figcaption")).className = "wide";
    drawing.style.maxWidth = `${drawing.viewBox.baseVal.width * 1.1}px`;
    drawing.style.minWidth = `${drawing.viewBox.baseVal.width * 0.75}px`;  // a wide one is scrolled, so that it can be read
    frame.scrollLeft = (frame.scrollWidth - frame.clientWidth) / 2;
  } else chart(place, figure);
  if (figure.note) place.querySelector("figcaption").textContent += `. ${figure.note}`;
}
function sortable(text) {
  const plain = text.replace(/^[✓✗★–]\s*/, "").replace(/,/g, "");
  const [fraction, time] = [plain.match(/^(-?\d+)\/(\d+)$/), plain.match(/^(?:(\d+) h ?)?(?:(\d+) min ?)?(?:([\d.e+-]+) s)?$/)];
  if (fraction) return Number(fraction[1]) / Number(fraction[2]);
  if (plain && time) return Number(time[1] || 0) * 3600 + Number(time[2] || 0) * 60 + Number(time[3] || 0);
  const number = /^-?(inf|∞)/i.test(plain) ? Infinity * (plain[0] === "-" ? -1 : 1) : parseFloat(plain);
  return Number.isNaN(number) ? text.toLowerCase() : number;
}
for (const table of document.querySelectorAll("table")) {
  const heads = [...table.querySelectorAll("th")], body = table.tBodies[0];
  const sort = (head, n) => {
    const order = head.dataset.order === "up" ? "down" : "up";
    heads.forEach((other) => { delete other.dataset.order; other.removeAttribute("aria-sort"); });
    head.dataset.order = order;
    head.setAttribute("aria-sort", order === "up" ? "ascending" : "descending");
    const rows = [...body.rows].map((row) => [sortable(row.cells[n].textContent), row]);
    const less = (a, b) => (typeof a === typeof b ? (a < b ? -1 : a > b ? 1 : 0) : typeof a === "number" ? -1 : 1);
    rows.sort((a, b) => (order === "up" ? 1 : -1) * less(a[0], b[0]));
    rows.forEach(([, row]) => body.appendChild(row));
  };
  heads.forEach((head, n) => {
    head.tabIndex = 0;
    head.addEventListener("click", () => sort(head, n));
    head.addEventListener("keydown", (event) => { if (event.key === "Enter") sort(head, n); });
  });
  heads.forEach((_, n) => {
    const cells = [...body.rows].map((row) => row.cells[n]).filter((cell) => cell && cell.textContent);
    if (cells.some((cell) => /\d/.test(cell.textContent)) && cells.every((cell) => /^–$|^[-–]?[\d.,]+(e[-+]?\d+)?( s)?$/.test(cell.textContent))) cells.forEach((cell) => cell.classList.add("number"));
  });
}
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => document.dispatchEvent(new Event("themed")));
document.getElementById("theme").addEventListener("click", () => {
  const root = document.documentElement, dark = matchMedia("(prefers-color-scheme: dark)").matches;
  root.dataset.theme = (root.dataset.theme || (dark ? "dark" : "light")) === "dark" ? "light" : "dark";
  document.dispatchEvent(new Event("themed"));
});
