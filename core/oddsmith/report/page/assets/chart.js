// Curves and bars: hover tells the numbers, dragging zooms, a double click (or the button) goes back.
const INKS = ["--accent", "--second", "--new", "--warn", "--bad", "--good"];
function chart(place, figure) {
  const names = [...new Set(figure.series.flatMap((s) => s.x))];
  const numeric = names.every((x) => typeof x === "number");
  const at = (x) => (numeric ? x : names.indexOf(x));
  const all = names.map(at), pad = figure.kind === "bars" ? 0.5 : 0;
  const whole = [Math.min(...all) - pad, Math.max(...all) + pad];
  let view = [whole[0], figure.focus === null ? whole[1] : figure.focus + pad];
  const hidden = new Set();
  const draw = () => {
    place.querySelectorAll("svg").forEach((old) => old.remove());
    const seen = figure.series.filter((series) => !hidden.has(series.name));
    const frame = chartFrame(place, { ...figure, series: seen }, view, numeric, names);
    figure.series.forEach((series, n) => {
      if (hidden.has(series.name)) return;
      const points = series.x.map((x, i) => ({ x: at(x), name: x, y: series.y[i], low: series.lower[i], high: series.upper[i] }))
        .filter((p) => p.y !== null && p.x >= view[0] && p.x <= view[1]);
      (figure.kind === "bars" ? bars : curve)(frame, points, series.name, `var(${INKS[n % INKS.length]})`, figure.series.length, n);
    });
    zooming(frame, (from, to) => { view = [from, to]; back.hidden = false; draw(); });
  };
  const tools = document.createElement("div");
  tools.className = "tools";
  place.insertBefore(tools, place.querySelector("figcaption"));
  const back = button("whole range", tools, () => { view = whole.slice(); back.hidden = true; draw(); });
  back.hidden = figure.focus === null;
  place.addEventListener("dblclick", () => back.click());
  if (figure.series.length > 1) figure.series.forEach((series, n) => legend(tools, series.name, `var(${INKS[n % INKS.length]})`, (off) => {
    if (off) hidden.add(series.name); else hidden.delete(series.name);
    draw();
  }));
  drawnToFit(place, draw);
}
function legend(tools, name, ink, chosen) {
  const made = button(name, tools, () => {
    const off = made.getAttribute("aria-pressed") === "true";
    made.setAttribute("aria-pressed", String(!off));
    chosen(off);
  });
  made.className = "series";
  made.setAttribute("aria-pressed", "true");
  made.style.setProperty("--ink-of", ink);
}
function chartFrame(place, figure, view, numeric, names) {
  const width = room(place), height = width < 560 ? 280 : 340, left = 62, right = 15, top = 15, bottom = 48;
  const svg = node("svg", { viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": figure.title });
  place.insertBefore(svg, place.querySelector(".tools, figcaption"));
  const visible = figure.series.flatMap((s) => s.x.map((x, i) => ({ x: numeric ? x : names.indexOf(x), y: s.upper[i] ?? s.y[i], low: s.lower[i] ?? s.y[i] })))
    .filter((p) => p.x >= view[0] && p.x <= view[1] && p.y !== null);
  let high = Math.max(...visible.map((p) => p.y)), low = Math.min(...visible.map((p) => p.low));
  if (!visible.length) [low, high] = [0, 1];
  if (figure.kind === "bars" || low > 0 && low < high / 2) low = Math.min(0, low);
  if (high === low) { high += 1; low -= figure.kind === "bars" ? 0 : 1; }
  const x = (v) => left + (v - view[0]) / (view[1] - view[0] || 1) * (width - left - right);
  const y = (v) => height - bottom - (v - low) / (high - low) * (height - top - bottom);
  for (const tick of ticks(low, high, 6)) {
    node("line", { x1: left, x2: width - right, y1: y(tick), y2: y(tick), class: "grid" }, svg);
    node("text", { x: left - 8, y: y(tick) + 4, "text-anchor": "end" }, svg).textContent = shown(tick);
  }
  const marks = numeric ? ticks(view[0], view[1], width < 560 ? 6 : 12).filter((mark) => Number.isInteger(mark) || !names.every(Number.isInteger)) : names.map((_, i) => i).filter((i) => i >= view[0] && i <= view[1] && i % Math.ceil(names.length / (width < 560 ? 6 : 14)) === 0);
  for (const mark of marks) node("text", { x: x(mark), y: height - bottom + 18, "text-anchor": "middle" }, svg).textContent = numeric ? shown(mark) : names[mark];
  node("line", { x1: left, x2: width - right, y1: y(low), y2: y(low), class: "axis" }, svg);
  node("text", { x: (left + width - right) / 2, y: height - 8, "text-anchor": "middle" }, svg).textContent = figure.x;
  node("text", { x: 14, y: (height - bottom) / 2, "text-anchor": "middle", transform: `rotate(-90 14 ${(height - bottom) / 2})` }, svg).textContent = figure.y;
  return { svg, x, y, low, view, left, right: width - right, bottom: height - bottom, top };
}
function told(name, p) {
  const bounds = p.low !== undefined && p.low !== null && shown(p.low) !== shown(p.high) ? `\nin [${shown(p.low)}, ${shown(p.high)}]` : "";
  return `${name ? name + "  " : ""}${shown(p.name)}: ${shown(p.y)}${bounds}`;
}
function hover(element, name, p) {
  pointing(element, (event) => tell(event, told(name, p)));
}
function bars(frame, points, name, ink, count, n) {
  const wide = Math.max(1, Math.abs(frame.x(1) - frame.x(0)) * 0.85 / count);
  for (const p of points) {
    const from = frame.x(p.x) - wide * count / 2 + n * wide;
    const bar = node("rect", { x: from, width: wide, y: Math.min(frame.y(p.y), frame.y(Math.max(frame.low, 0))),
      height: Math.max(0.5, Math.abs(frame.y(p.y) - frame.y(Math.max(frame.low, 0)))), class: "bar" }, frame.svg);
    if (count > 1) bar.style.fill = ink;
    hover(bar, count > 1 ? name : "", p);
  }
}
function curve(frame, points, name, ink, count) {
  points.sort((a, b) => a.x - b.x);
  if (points.some((p) => p.low !== undefined && p.low !== null && p.high > p.low)) {
    const edge = [...points.map((p) => [p.x, p.high]), ...points.slice().reverse().map((p) => [p.x, p.low])];
    const band = node("polygon", { points: edge.map(([a, b]) => `${frame.x(a)},${frame.y(b)}`).join(" "), class: "band" }, frame.svg);
    band.style.fill = ink;
    band.style.opacity = Math.max(0.05, 0.2 / count);
  }
  const line = node("polyline", { points: points.map((p) => `${frame.x(p.x)},${frame.y(p.y)}`).join(" "), class: "curve" }, frame.svg);
  line.style.stroke = ink;
  if (points.length > 400) return;
  const dense = points.length > (frame.right - frame.left) / 12;
  for (const p of points) {
    const dot = node("circle", { cx: frame.x(p.x), cy: frame.y(p.y), r: 3, class: dense ? "dot dense" : "dot" }, frame.svg);
    dot.style.fill = ink;
    hover(dot, count > 1 ? name : "", p);
  }
}
function zooming(frame, zoomed) {
  let start = null, box = null;
  const where = (event) => {
    const place = frame.svg.getBoundingClientRect();
    return Math.min(Math.max((event.clientX - place.left) / place.width * frame.svg.viewBox.baseVal.width, frame.left), frame.right);
  };
  const value = (px) => frame.view[0] + (px - frame.left) / (frame.right - frame.left) * (frame.view[1] - frame.view[0]);
  frame.svg.addEventListener("pointerdown", (event) => { if (event.pointerType === "mouse") start = where(event); });
  frame.svg.addEventListener("pointermove", (event) => {
    if (start === null) return;
    box = box || node("rect", { y: frame.top, height: frame.bottom - frame.top, class: "zoom" }, frame.svg);
    box.setAttribute("x", Math.min(start, where(event)));
    box.setAttribute("width", Math.abs(where(event) - start));
  });
  frame.svg.addEventListener("pointerup", (event) => {
    if (start === null) return;
    const [from, to] = [start, where(event)].sort((a, b) => a - b);
    start = null;
    if (to - from > 8) zoomed(value(from), value(to));
  });
}
