// A landscape: drag to turn it, or look at it from above as a map of colours.
function surface(place, figure) {
  const tools = document.createElement("div");
  tools.className = "tools";
  const canvas = document.createElement("canvas");
  canvas.width = 1200;
  canvas.height = 760;
  place.insertBefore(canvas, place.querySelector("figcaption"));
  place.insertBefore(tools, place.querySelector("figcaption"));
  const map = heat(place, figure);
  map.style.display = "none";
  let turn = 0.5, tilt = 0.62;
  const draw = () => drawSurface(canvas, figure, turn, tilt);
  button("from above", tools, (event) => {
    const flat = map.style.display === "none";
    map.style.display = flat ? "" : "none";
    canvas.style.display = flat ? "none" : "";
    event.target.textContent = flat ? "as a landscape" : "from above";
  });
  let last = null;
  canvas.style.cursor = "grab";
  canvas.addEventListener("pointerdown", (event) => { last = [event.clientX, event.clientY]; canvas.setPointerCapture(event.pointerId); });
  canvas.addEventListener("pointermove", (event) => {
    if (!last) return;
    turn += (event.clientX - last[0]) * 0.008;
    tilt = Math.min(Math.max(tilt + (event.clientY - last[1]) * 0.006, 0.1), 1.5);
    last = [event.clientX, event.clientY];
    draw();
  });
  canvas.addEventListener("pointerup", () => { last = null; });
  document.addEventListener("themed", draw);
  draw();
}
function drawSurface(canvas, figure, turn, tilt) {
  const pen = canvas.getContext("2d"), known = figure.z.flat().filter((v) => v !== null);
  const low = Math.min(...known), high = Math.max(...known), columns = figure.xs.length, rows = figure.ys.length;
  const lift = (v) => (high > low ? (v - low) / (high - low) : 0.5);
  const seen = (i, j, h) => {
    // x goes to the right, y to the back: of two rows the lower one is nearer
    const a = (i / (columns - 1 || 1) - 0.5) * 2, b = (0.5 - j / (rows - 1 || 1)) * 2;
    const across = a * Math.cos(turn) - b * Math.sin(turn), away = a * Math.sin(turn) + b * Math.cos(turn);
    return [600 + across * 335, 400 + away * 335 * Math.sin(tilt) - (h - 0.4) * 280 * Math.cos(tilt), away];
  };
  pen.clearRect(0, 0, canvas.width, canvas.height);
  const faces = [];
  for (let j = 0; j + 1 < rows; j++) for (let i = 0; i + 1 < columns; i++) {
    const corners = [[i, j], [i + 1, j], [i + 1, j + 1], [i, j + 1]].map(([a, b]) => [a, b, figure.z[b][a]]);
    if (corners.some((c) => c[2] === null)) continue;
    const points = corners.map(([a, b, v]) => seen(a, b, lift(v)));
    faces.push({ points, away: points.reduce((sum, p) => sum + p[2], 0), height: corners.reduce((sum, c) => sum + lift(c[2]), 0) / 4 });
  }
  faces.sort((one, two) => one.away - two.away);
  for (const face of faces) {
    pen.beginPath();
    face.points.forEach(([x, y], n) => (n ? pen.lineTo(x, y) : pen.moveTo(x, y)));
    pen.closePath();
    pen.fillStyle = `rgb(${colour(face.height)})`;
    pen.fill();
    pen.strokeStyle = "rgba(0,0,0,.22)";
    pen.lineWidth = 0.6;
    pen.stroke();
  }
  pen.fillStyle = style("--soft");
  pen.font = "22px system-ui, sans-serif";
  pen.textAlign = "center";
  const ends = [[columns - 1, (rows - 1) / 2, `${figure.y} →`, 1], [(columns - 1) / 2, 0, `${figure.x} →`, 0]];
  for (const [i, j, text] of ends) { const [x, y] = seen(i, j, 0); pen.fillText(text, x, Math.min(y + 44, canvas.height - 8)); }
  pen.textAlign = "left";
  pen.fillText(`${shown(Number(low.toPrecision(3)))} … ${shown(Number(high.toPrecision(3)))}`, 12, 28);
}
