"use strict";
// What all figures share: elements, scales, numbers as text, and the tip that follows the pointer.
const SVG = "http://www.w3.org/2000/svg";
function node(name, attributes, parent) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes || {})) made.setAttribute(key, value);
  if (parent) parent.appendChild(made);
  return made;
}
function shown(value) {
  if (value === null || value === undefined) return "–";
  if (typeof value !== "number") return String(value);
  if (Number.isInteger(value) && Math.abs(value) < 1e15) return value.toLocaleString("en");
  const size = Math.abs(value);
  return size !== 0 && (size < 1e-4 || size >= 1e9) ? value.toExponential(4) : String(Number(value.toPrecision(8)));
}
const tip = document.createElement("div");
tip.id = "tip";
document.body.appendChild(tip);
function tell(event, text) {
  tip.textContent = text;
  tip.style.display = "block";
  const right = event.clientX + tip.offsetWidth + 20 > window.innerWidth;
  tip.style.left = Math.max(4, right ? event.clientX - tip.offsetWidth - 12 : event.clientX + 14) + "px";
  tip.style.top = Math.max(4, event.clientY - tip.offsetHeight - 8) + "px";
}
function hush() { tip.style.display = "none"; }
function pointing(element, show) {
  // a mouse tells by standing over it, a finger by touching it, until it touches something else
  for (const name of ["pointermove", "pointerdown"]) element.addEventListener(name, show);
  element.addEventListener("pointerleave", (event) => { if (event.pointerType !== "touch") hush(); });
}
document.addEventListener("pointerdown", hush, true);
document.addEventListener("scroll", hush, { passive: true });
function ticks(low, high, count) {
  // round numbers from low to high
  const step = Math.pow(10, Math.floor(Math.log10((high - low) / count || 1)));
  const wide = [1, 2, 5, 10].map((f) => f * step).find((s) => (high - low) / s <= count) || step * 10;
  const found = [];
  for (let tick = Math.ceil(low / wide - 1e-9) * wide; tick <= high + wide * 1e-9; tick += wide) found.push(Number(tick.toPrecision(12)));
  return found;
}
function button(text, place, action) {
  const made = document.createElement("button");
  made.type = "button";
  made.textContent = text;
  made.addEventListener("click", action);
  place.appendChild(made);
  return made;
}
function colour(share) {
  // dark blue over green to yellow: readable in print and by the colour-blind
  const stops = [[68, 1, 84], [59, 82, 139], [33, 145, 140], [94, 201, 98], [253, 231, 37]];
  const at = Math.min(Math.max(share, 0), 1) * (stops.length - 1);
  const low = Math.min(Math.floor(at), stops.length - 2), rest = at - low;
  return stops[low].map((from, i) => Math.round(from + (stops[low + 1][i] - from) * rest));
}
function room(place) { return Math.max(320, Math.min(place.clientWidth || 900, 1000)); }
function drawnToFit(place, draw) {
  // now, and again whenever the width of the page has changed
  let width = room(place);
  draw();
  new ResizeObserver(() => requestAnimationFrame(() => {
    if (Math.abs(room(place) - width) <= 2) return;
    width = room(place);
    draw();
  })).observe(place);
}
function style(name) { return getComputedStyle(document.documentElement).getPropertyValue(name).trim(); }
