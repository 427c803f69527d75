// A landscape: drag (or the arrow keys) to turn it, point at it for the numbers, or look at it from above.
const EYE = { turn: 0.5, tilt: 0.62, zoom: 1 };
function surface(place, figure) {
  const canvas = document.createElement("canvas"), tools = document.createElement("div"), grid = gridOf(figure);
  const caption = place.querySelector("figcaption"), eye = { ...EYE };
  tools.className = "tools";
  Object.assign(canvas, { tabIndex: 0, ariaLabel: figure.title });
  canvas.setAttribute("role", "img");
  place.insertBefore(canvas, caption);
  place.insertBefore(tools, caption);
  const map = heat(place, figure);
  map.hide(true);
  const draw = () => drawSurface(canvas, figure, grid, eye, room(place));
  const turned = (across, up) => {
    eye.turn += across;
    eye.tilt = Math.min(Math.max(eye.tilt + up, 0.1), 1.5);
    draw();
  };
  button("from above", tools, (event) => {
    const flat = canvas.style.display === "none";
    map.hide(flat);
    canvas.style.display = flat ? "" : "none";
    others.forEach((one) => { one.hidden = !flat; });
    event.target.textContent = flat ? "from above" : "as a landscape";
  });
  const zoomed = (factor) => () => { eye.zoom = Math.min(Math.max(eye.zoom * factor, 0.5), 4); draw(); };
  const others = [button("closer", tools, zoomed(1.25)), button("farther", tools, zoomed(0.8)),
    button("as at first", tools, () => { Object.assign(eye, EYE); draw(); })];
  let last = null, first = null;
  canvas.addEventListener("pointerdown", (event) => { first = last = [event.clientX, event.clientY]; canvas.setPointerCapture(event.pointerId); });
  canvas.addEventListener("pointermove", (event) => {
    if (!last) { pointAt(canvas, figure, grid, eye, event); return; }
    turned((event.clientX - last[0]) * 0.008, (event.clientY - last[1]) * 0.006);
    last = [event.clientX, event.clientY];
  });
  canvas.addEventListener("pointerup", (event) => {
    last = null;
    if (first && Math.hypot(event.clientX - first[0], event.clientY - first[1]) < 5) pointAt(canvas, figure, grid, eye, event);
  });
  canvas.addEventListener("pointercancel", () => { last = null; });
  canvas.addEventListener("pointerleave", (event) => { if (event.pointerType !== "touch") hush(); });
  canvas.addEventListener("keydown", (event) => {
    const step = { ArrowLeft: [-0.1, 0], ArrowRight: [0.1, 0], ArrowUp: [0, -0.1], ArrowDown: [0, 0.1] }[event.key];
    if (step) { event.preventDefault(); turned(...step); }
  });
  document.addEventListener("themed", draw);
  drawnToFit(place, draw);
}
function pointAt(canvas, figure, grid, eye, event) {
  // of the points near the pointer the one that is nearest to the eye
  const box = canvas.getBoundingClientRect(), seen = sight(canvas, figure, eye);
  let best = null;
  figure.z.forEach((row, j) => row.forEach((value, i) => {
    if (value === null) return;
    const [x, y, away] = seen(i, j, grid.share(value)), far = Math.hypot(x - event.clientX + box.left, y - event.clientY + box.top);
    if (far < 14 && (!best || far - 8 * away < best.far)) best = { i, j, far: far - 8 * away };
  }));
  if (best) tell(event, grid.told(best.i, best.j)); else hush();
}
function sight(canvas, figure, eye) {
  // a place on the board and a height between 0 and 1 -> a place on the canvas, and how near it is
  const wide = canvas.clientWidth, tall = canvas.clientHeight, columns = figure.xs.length - 1 || 1, rows = figure.ys.length - 1 || 1;
  const size = wide * 0.265 * eye.zoom, lift = wide * 0.21 * eye.zoom;
  return (i, j, h) => {
    // x goes to the right, y to the back: of two rows the lower one is nearer
    const a = (i / columns - 0.5) * 2, b = (0.5 - j / rows) * 2;
    const across = a * Math.cos(eye.turn) - b * Math.sin(eye.turn), away = a * Math.sin(eye.turn) + b * Math.cos(eye.turn);
    return [wide / 2 + across * size, tall * 0.49 + away * size * Math.sin(eye.tilt) - (h - 0.42) * lift * Math.cos(eye.tilt), away];
  };
}
function drawSurface(canvas, figure, grid, eye, wide) {
  const tall = Math.round(wide * 0.69), fine = window.devicePixelRatio || 1, pen = canvas.getContext("2d");
  Object.assign(canvas.style, { width: `${wide}px`, height: `${tall}px` });
  canvas.width = wide * fine;
  canvas.height = tall * fine;
  pen.scale(fine, fine);
  const seen = sight(canvas, figure, eye);
  drawFloor(pen, figure, seen);
  for (const face of facesOf(figure, grid, seen)) {
    pen.beginPath();
    if (face.points.length === 1) pen.arc(face.points[0][0], face.points[0][1], 3, 0, 7);
    else face.points.forEach(([x, y], n) => (n ? pen.lineTo(x, y) : pen.moveTo(x, y)));
    pen.closePath();
    pen.fillStyle = `rgb(${colour(face.height)})`;
    pen.fill();
    pen.strokeStyle = "rgba(0,0,0,.22)";
    pen.lineWidth = 0.4;
    pen.stroke();
  }
  drawAxes(pen, figure, grid, seen, eye, wide);
}
function facesOf(figure, grid, seen) {
  // the farthest first, so that what is near hides it; a point without neighbours stands alone
  const faces = [], lonely = new Map(), columns = figure.xs.length;
  const face = (points, height) => faces.push({ points, away: points.reduce((sum, p) => sum + p[2], 0) / points.length, height });
  figure.z.forEach((row, j) => row.forEach((v, i) => { if (v !== null) lonely.set(j * columns + i, [i, j, v]); }));
  for (let j = 0; j + 1 < figure.ys.length; j++) for (let i = 0; i + 1 < figure.xs.length; i++) {
    const corners = [[i, j], [i + 1, j], [i + 1, j + 1], [i, j + 1]].map(([a, b]) => [a, b, figure.z[b][a]]);
    if (corners.some((c) => c[2] === null)) continue;
    corners.forEach(([a, b]) => lonely.delete(b * columns + a));
    face(corners.map(([a, b, v]) => seen(a, b, grid.share(v))), corners.reduce((sum, c) => sum + grid.share(c[2]), 0) / 4);
  }
  for (const [i, j, v] of lonely.values()) face([seen(i, j, grid.share(v))], grid.share(v));
  return faces.sort((one, two) => one.away - two.away);
}
