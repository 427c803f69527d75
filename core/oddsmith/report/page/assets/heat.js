// A map of colours: a cell for each pair, hover tells the number. Text keeps its size on a narrow screen.
function heat(place, figure) {
  const grid = gridOf(figure);
  let svg = null;
  const draw = () => {
    const made = heatDrawing(figure, grid, room(place));
    if (svg) { made.style.display = svg.style.display; svg.replaceWith(made); } else place.insertBefore(made, place.querySelector("figcaption"));
    svg = made;
  };
  drawnToFit(place, draw);
  return { hide: (hidden) => { svg.style.display = hidden ? "none" : ""; } };
}
function gridOf(figure) {
  // lowest and highest number, and how high a number is between them
  const known = figure.z.flat().filter((v) => v !== null);
  const low = known.reduce((a, b) => Math.min(a, b), Infinity), high = known.reduce((a, b) => Math.max(a, b), -Infinity);
  return { low, high, share: (v) => (high > low ? (v - low) / (high - low) : 0.5),
    told: (i, j) => `${figure.x} ${shown(figure.xs[i])}, ${figure.y} ${shown(figure.ys[j])}: ${shown(figure.z[j][i])}` };
}
function heatDrawing(figure, grid, width) {
  const columns = figure.xs.length, rows = figure.ys.length, letter = 7, scale = 68, bottom = 45;
  const longest = (names) => Math.max(...names.map((name) => shown(name).length)) * letter;
  const left = 30 + longest(figure.ys), size = Math.min(36, (width - left - scale) / columns);
  const wide = columns * size, tall = rows * size, whole = left + wide + scale, height = 10 + Math.max(tall, 120) + bottom;
  const svg = node("svg", { viewBox: `0 0 ${whole} ${height}`, role: "img", "aria-label": figure.title });
  svg.style.maxWidth = `${whole}px`;
  const label = (text, attributes) => { node("text", attributes, svg).textContent = text; };
  const cells = node("image", { x: left, y: 10, width: wide, height: tall, preserveAspectRatio: "none", class: "cells", href: pixels(figure, grid) }, svg);
  pointing(cells, (event) => {
    const box = cells.getBoundingClientRect();
    const i = Math.floor((event.clientX - box.left) / box.width * columns), j = rows - 1 - Math.floor((event.clientY - box.top) / box.height * rows);
    if (figure.z[j] === undefined || figure.z[j][i] === undefined || figure.z[j][i] === null) hush();
    else tell(event, grid.told(i, j));
  });
  const across = Math.ceil((longest(figure.xs) + 10) / size), up = Math.ceil(16 / size);
  figure.xs.forEach((x, i) => { if (i % across === 0) label(shown(x), { x: left + (i + 0.5) * size, y: 10 + tall + 16, "text-anchor": "middle" }); });
  figure.ys.forEach((y, j) => { if (j % up === 0) label(shown(y), { x: left - 6, y: 14 + (rows - 0.5 - j) * size, "text-anchor": "end" }); });
  label(figure.x, { x: left + wide / 2, y: 10 + tall + 36, "text-anchor": "middle" });
  label(figure.y, { x: 12, y: 10 + tall / 2, "text-anchor": "middle", transform: `rotate(-90 12 ${10 + tall / 2})` });
  for (let k = 0; k < 60; k++) node("rect", { x: left + wide + 12, y: 10 + (59 - k) * 2, width: 12, height: 2.3, fill: `rgb(${colour(k / 59)})` }, svg);
  for (const [share, y] of [[1, 19], [0.5, 74], [0, 130]]) {
    label(rounded(grid.low + share * (grid.high - grid.low)), { x: left + wide + 28, y });
  }
  return svg;
}
function rounded(value) { return shown(Number(value.toPrecision(3))); }
function pixels(figure, grid) {
  // the cells as a small picture; the browser makes it larger without blurring it
  const canvas = document.createElement("canvas");
  canvas.width = figure.xs.length;
  canvas.height = figure.ys.length;
  const pen = canvas.getContext("2d");
  figure.z.forEach((row, j) => row.forEach((value, i) => {
    if (value === null) return;
    pen.fillStyle = `rgb(${colour(grid.share(value))})`;
    pen.fillRect(i, canvas.height - 1 - j, 1, 1);
  }));
  return canvas.toDataURL();
}
