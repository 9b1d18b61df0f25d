"use strict";
document.documentElement.classList.add("js");

// Tables are sorted by the number behind a cell, or by its words; a second press turns the order round.
const inOrder = new Intl.Collator(document.documentElement.lang, { numeric: true });
function compare(a, b) {
  if (a === "" || b === "") return (a === "") - (b === "");
  const x = Number(a), y = Number(b);
  return Number.isNaN(x) || Number.isNaN(y) ? inOrder.compare(a, b) : x - y;
}
function sort(header) {
  const table = header.closest("table"), body = table.tBodies[0], at = header.cellIndex;
  const down = header.getAttribute("aria-sort") === "ascending";
  const key = (row) => row.cells[at].dataset.key ?? row.cells[at].textContent.trim();
  const rows = [...body.rows].map((row) => [key(row), row]);
  rows.sort(([a], [b]) => (a === "" || b === "" || !down ? compare(a, b) : compare(b, a)));
  body.append(...rows.map(([, row]) => row));
  for (const other of table.tHead.rows[0].cells) other.setAttribute("aria-sort", "none");
  header.setAttribute("aria-sort", down ? "descending" : "ascending");
}
for (const button of document.querySelectorAll("th button")) button.addEventListener("click", () => sort(button.closest("th")));

// The contents show where the reader is.
const links = new Map([...document.querySelectorAll(".toc a")].map((link) => [link.hash.slice(1), link]));
const inView = new Set();
const seen = new IntersectionObserver((entries) => {
  for (const entry of entries) inView[entry.isIntersecting ? "add" : "delete"](entry.target.id);
  const first = [...links.keys()].find((id) => inView.has(id));
  for (const [id, link] of links) {
    if (id === first) link.setAttribute("aria-current", "true");
    else link.removeAttribute("aria-current");
  }
}, { rootMargin: "0px 0px -60% 0px" });
for (const section of document.querySelectorAll("main > section")) seen.observe(section);

// Each picture and the answer can be copied: as they are seen, so that they look the same elsewhere.
const LOOKS = ["fill", "fill-opacity", "stroke", "stroke-width", "stroke-dasharray", "opacity", "font-size", "font-weight", "text-anchor", "display"];
function standalone(svg) {
  const copy = svg.cloneNode(true), { width, height } = svg.getBoundingClientRect();
  const seen = [svg, ...svg.querySelectorAll("*")], made = [copy, ...copy.querySelectorAll("*")];
  made.forEach((part, i) => {
    const style = getComputedStyle(seen[i]);
    part.setAttribute("style", LOOKS.map((name) => `${name}:${style.getPropertyValue(name)}`).join(";"));
  });
  const sheet = getComputedStyle(document.body);
  copy.style.fontFamily = sheet.fontFamily;
  copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  copy.setAttribute("width", Math.ceil(width));
  copy.setAttribute("height", Math.ceil(height));
  const paper = document.createElementNS("http://www.w3.org/2000/svg", "rect");
  for (const [name, value] of [["width", "100%"], ["height", "100%"], ["fill", sheet.backgroundColor]]) paper.setAttribute(name, value);
  copy.prepend(paper);
  return new XMLSerializer().serializeToString(copy);
}
async function png(svg) {
  const picture = new Image(), canvas = document.createElement("canvas"), twice = 2;
  picture.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(standalone(svg))}`;
  await picture.decode();
  canvas.width = picture.width * twice;
  canvas.height = picture.height * twice;
  canvas.getContext("2d").drawImage(picture, 0, 0, canvas.width, canvas.height);
  return new Promise((done) => canvas.toBlob(done, "image/png"));
}
function save(href, name) {
  const link = document.createElement("a");
  link.href = href;
  link.download = name;
  link.click();
}
const resets = new Map();
async function copy(button) {
  const figure = button.closest("figure"), kind = button.dataset.copy, svg = figure?.querySelector("svg.chart");
  const text = kind === "text" ? [...button.parentElement.querySelectorAll("p")].map((p) => p.textContent).join(" ") : kind === "svg" && standalone(svg);
  const blob = kind === "png" && await png(svg);
  try {
    if (blob) await navigator.clipboard.write([new ClipboardItem({ "image/png": blob })]);
    else await navigator.clipboard.writeText(text);
    button.dataset.done = "copied";
  } catch {  // no clipboard here: it is saved as a file
    const type = kind === "text" ? "text/plain" : "image/svg+xml";
    save(blob ? URL.createObjectURL(blob) : `data:${type};charset=utf-8,${encodeURIComponent(text)}`, `${figure?.id ?? "answer"}.${kind === "text" ? "txt" : kind}`);
    button.dataset.done = "saved";
  }
  button.dataset.name ??= button.textContent;
  button.textContent = button.dataset.done === "copied" ? "Copied" : "Saved";
  document.getElementById("done").textContent = `${button.textContent}: ${figure?.querySelector("figcaption").textContent ?? "the answer"}`;
  clearTimeout(resets.get(button));
  resets.set(button, setTimeout(() => { button.textContent = button.dataset.name; }, 1500));
}
for (const button of document.querySelectorAll("button[data-copy]")) button.addEventListener("click", () => copy(button));

// A table that is wider than its box says so.
const measure = (box) => box.parentElement.classList.toggle("scrolls", box.scrollWidth > box.clientWidth + 1);
const sized = new ResizeObserver((entries) => entries.forEach((entry) => measure(entry.target)));
for (const box of document.querySelectorAll(".scroll")) sized.observe(box);

// What is folded away is printed as well.
addEventListener("beforeprint", () => document.querySelectorAll("details").forEach((part) => { part.open = true; }));
