// The floor of a landscape, and its axes: along the edges that are nearest, the heights at the left.
function drawFloor(pen, figure, seen) {
  const right = figure.xs.length - 1, back = figure.ys.length - 1;
  pen.beginPath();
  [[0, 0], [right, 0], [right, back], [0, back]].forEach(([i, j], n) => { const [x, y] = seen(i, j, 0); if (n) pen.lineTo(x, y); else pen.moveTo(x, y); });
  pen.closePath();
  pen.fillStyle = style("--fill");
  pen.fill();
  pen.strokeStyle = style("--line");
  pen.stroke();
}
function drawAxes(pen, figure, grid, seen, eye, wide) {
  const small = wide < 560, most = small ? 5 : 9, last = (names) => names.length - 1;
  pen.fillStyle = style("--soft");
  pen.strokeStyle = style("--soft");
  pen.lineWidth = 1;
  pen.font = `${small ? 11 : 13}px system-ui, sans-serif`;
  const [nearX, nearY] = [Math.sin(eye.turn) >= 0 ? last(figure.xs) : 0, Math.cos(eye.turn) >= 0 ? 0 : last(figure.ys)];
  edge(pen, figure.x, figure.xs, most, (at, out) => seen(at, beyond(nearY, last(figure.ys), out), 0));
  edge(pen, figure.y, figure.ys, most, (at, out) => seen(beyond(nearX, last(figure.xs), out), at, 0));
  const corners = [0, last(figure.xs)].flatMap((i) => [0, last(figure.ys)].map((j) => [i, j]));
  const [i, j] = corners.reduce((best, one) => (seen(...one, 0)[0] < seen(...best, 0)[0] ? one : best));
  const [foot, top] = [seen(i, j, 0), seen(i, j, 1)];
  line(pen, foot, top);
  pen.textAlign = "right";
  const marks = grid.high > grid.low ? ticks(grid.low, grid.high, 5) : [grid.low];
  for (const mark of marks) { const [x, y] = seen(i, j, grid.share(mark)); line(pen, [x, y], [x - 4, y]); if (!small || grid.share(mark) > 0.05) pen.fillText(shown(mark), x - 7, y + 4); }
}
function beyond(near, most, out) { return near + (near > 0 || most === 0 ? 1 : -1) * out * (most || 1); }
function edge(pen, title, names, most, place) {
  // marks along an edge of the floor, and the name of the variable
  line(pen, place(0, 0), place(names.length - 1, 0));
  pen.textAlign = "center";
  const step = Math.ceil(names.length / most);
  names.forEach((name, n) => {
    if (n % step) return;
    const [x, y] = place(n, 0.06);
    line(pen, place(n, 0), place(n, 0.02));
    pen.fillText(shown(name), x, y + 5);
  });
  const [x, y] = place((names.length - 1) / 2, 0.17);
  pen.fillText(title, x, y + 5);
}
function line(pen, from, to) {
  pen.beginPath();
  pen.moveTo(from[0], from[1]);
  pen.lineTo(to[0], to[1]);
  pen.stroke();
}
