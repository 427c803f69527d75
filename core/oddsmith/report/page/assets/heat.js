// A map of colours: a cell for each pair, hover tells the number.
function heat(place, figure) {
  const columns = figure.xs.length, rows = figure.ys.length, left = 60, bottom = 45, size = Math.max(4, Math.min(36, 780 / columns));
  const width = left + columns * size + 80, height = 10 + rows * size + bottom;
  const svg = node("svg", { viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": figure.title });
  svg.style.maxWidth = `${width}px`;
  place.insertBefore(svg, place.querySelector("figcaption"));
  const known = figure.z.flat().filter((v) => v !== null);
  const low = Math.min(...known), high = Math.max(...known);
  const share = (v) => (high > low ? (v - low) / (high - low) : 0.5);
  figure.z.forEach((row, j) => row.forEach((value, i) => {
    const box = node("rect", { x: left + i * size, y: 10 + (rows - 1 - j) * size, width: size + 0.4, height: size + 0.4,
      fill: value === null ? "none" : `rgb(${colour(share(value))})` }, svg);
    const text = `${figure.x} ${shown(figure.xs[i])}, ${figure.y} ${shown(figure.ys[j])}: ${shown(value)}`;
    box.addEventListener("pointermove", (event) => tell(event, text));
    box.addEventListener("pointerleave", hush);
  }));
  const every = (n) => Math.ceil(n / 16);
  figure.xs.forEach((x, i) => { if (i % every(columns) === 0) node("text", { x: left + (i + 0.5) * size, y: height - bottom + 16, "text-anchor": "middle" }, svg).textContent = shown(x); });
  figure.ys.forEach((y, j) => { if (j % every(rows) === 0) node("text", { x: left - 6, y: 14 + (rows - 0.5 - j) * size, "text-anchor": "end" }, svg).textContent = shown(y); });
  node("text", { x: left + columns * size / 2, y: height - 6, "text-anchor": "middle" }, svg).textContent = figure.x;
  node("text", { x: 12, y: 10 + rows * size / 2, "text-anchor": "middle", transform: `rotate(-90 12 ${10 + rows * size / 2})` }, svg).textContent = figure.y;
  for (let k = 0; k <= 20; k++) node("rect", { x: width - 62, y: 10 + (20 - k) * 8, width: 14, height: 8.5, fill: `rgb(${colour(k / 20)})` }, svg);
  node("text", { x: width - 44, y: 20 }, svg).textContent = shown(Number(high.toPrecision(3)));
  node("text", { x: width - 44, y: 178 }, svg).textContent = shown(Number(low.toPrecision(3)));
  return svg;
}
