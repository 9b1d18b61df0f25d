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

// What is folded away is printed as well.
addEventListener("beforeprint", () => document.querySelectorAll("details").forEach((part) => { part.open = true; }));
