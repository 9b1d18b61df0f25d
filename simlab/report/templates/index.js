"use strict";
document.documentElement.classList.add("js");

const list = document.getElementById("groups"), groups = [...list.children];
const words = document.getElementById("words"), order = document.getElementById("order"), count = document.getElementById("count");
const wanted = [...document.querySelectorAll(".controls input[type=checkbox]")];

// A run is shown where it has every word that was typed, and one of the verdicts that were chosen.
function filter() {
  const typed = words.value.toLowerCase().split(/\s+/).filter(Boolean);
  const chosen = wanted.filter((box) => box.checked).map((box) => box.value);
  let shown = 0;
  for (const group of groups) {
    const heading = group.querySelector("h2").parentElement.textContent;
    for (const run of group.querySelectorAll("li.run")) {
      const text = (heading + " " + run.textContent).toLowerCase(), has = run.dataset.verdicts.split(" ");
      run.hidden = !(typed.every((word) => text.includes(word)) && (!chosen.length || chosen.some((verdict) => has.includes(verdict))));
      shown += !run.hidden;
    }
    group.hidden = !group.querySelector("li.run:not([hidden])");
  }
  count.textContent = shown === 1 ? "1 run" : shown.toLocaleString("en") + " runs";
}

// Questions stand in the order in which they came, the latest first, or in another one.
const inOrder = new Intl.Collator(document.documentElement.lang, { numeric: true });
const orders = {
  latest: (a, b) => groups.indexOf(a) - groups.indexOf(b),
  question: (a, b) => inOrder.compare(a.dataset.question, b.dataset.question),
  game: (a, b) => inOrder.compare(a.dataset.game, b.dataset.game),
  games: (a, b) => b.dataset.games - a.dataset.games,
};
function sort() {
  list.append(...[...groups].sort((a, b) => orders[order.value](a, b) || orders.latest(a, b)));
}

words.addEventListener("input", filter);
order.addEventListener("change", sort);
for (const box of wanted) box.addEventListener("change", filter);
document.querySelector(".controls").addEventListener("submit", (event) => event.preventDefault());
for (const button of document.querySelectorAll("button.copy")) {
  button.addEventListener("click", async () => {
    const code = button.previousElementSibling;
    getSelection().selectAllChildren(code);
    try {
      await navigator.clipboard.writeText(code.textContent);
      button.textContent = "Copied";
    } catch {
      button.textContent = "Selected";
    }
    setTimeout(() => { button.textContent = "Copy"; }, 2000);
  });
}
filter();
sort();
