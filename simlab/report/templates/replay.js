
// Games on a table, step by step. Their data stand in the page; all that is written there is text.
for (const box of document.querySelectorAll(".replay")) {
  const { sides, part } = JSON.parse(box.querySelector("script").textContent), COMMON = -1, BACK = "nobody", FEW = 24, FEW_APART = 12, LAST = 6;
  const is = (name) => box.querySelector(`[data-is="${name}"]`), element = (name, kind = "", text = "") => Object.assign(document.createElement(name), { className: kind, textContent: text });
  const games = sides.map((side, i) => unfolded(side, i ? sides[0] : null)), most = Math.max(...games.map((game) => game.states.length)) - 1;
  const curve = document.getElementById(box.dataset.curve)?.querySelector("svg"), ends = JSON.parse(box.dataset.moments || "[]");
  let step = 0, playing = 0, cursor = null, heights = null;

  // What lies where after each event: of a game that parts from another, up to there what lies in that one.
  function unfolded(side, same) {
    const states = same ? same.states.slice(0, part) : [], steps = same ? [...same.steps.slice(0, part), ...side.steps] : side.steps;
    const told = same ? [...same.told.slice(0, part), ...side.told] : side.told;
    for (const [, ...moves] of steps.slice(states.length)) {
      const lies = states.length ? [...states.at(-1)] : side.places.map(() => []);
      for (const [place, ...move] of moves) lies[place] = move.length === 1 && side.counted[place] ? move[0] : [...lies[place].slice(0, move[0]), ...move.slice(1)];
      states.push(lies);
    }
    return Object.assign(side, { states, steps, told });
  }
  function added(now, before) {
    const left = [...before], fresh = [];
    now.forEach((card, i) => { const at = left.indexOf(card); if (at < 0) fresh.push(i); else left.splice(at, 1); });
    return new Set(fresh);
  }
  function card(side, number, isNew) {
    const face = side.faces[number], it = element("span", `c${isNew ? " new" : ""}${face.length > 2 ? " long" : ""}`, face);
    it.title = side.names[number];
    return it;
  }
  function cards(side, at, n, isSeats) {
    const [name, seat, seen, isPile] = side.places[at], all = side.states[n][at], fresh = added(all, n ? side.states[n - 1][at] : all);
    const hidden = isPile && (seen === BACK || seen === "top"), order = isPile ? [...all.keys()] : [...all.keys()].sort((a, b) => all[a] - all[b]);
    const isHeap = !isPile && !isSeats && all.length > FEW_APART;
    const shown = seen === BACK || isHeap ? [] : hidden ? order.slice(-1) : isPile && !isSeats ? order.slice(-LAST) : order.slice(-FEW);
    const row = element("div", `cards${hidden ? " pile" : ""}`);
    row.setAttribute("role", "img");
    row.setAttribute("aria-label", `${seat === COMMON ? "" : `${side.seats[seat]}, `}${name}: ${all.length} ${all.length === 1 ? "card" : "cards"}${shown.length ? `: ${shown.map((i) => side.names[all[i]]).join(", ")}` : ""}`);
    if (isHeap) row.append(element("small", "", `${all.length} cards`));
    else if (!all.length) row.append(element("span", "c none"));
    else if (seen === BACK) row.append(element("span", "c back", all.length));
    if (shown.length < all.length && shown.length && !hidden) row.append(element("small", "", `+${all.length - shown.length}`));
    row.append(...shown.map((i) => card(side, all[i], fresh.has(i))));
    if (hidden && shown.length) row.append(element("small", "", `×${all.length}`));
    return row;
  }
  function place(side, at, n, isSeats, label) {
    const it = element("div", "place");
    if (label) it.append(element("small", "", label));
    it.append(cards(side, at, n, isSeats));
    return it;
  }
  function seat(side, number, n) {
    const isOver = n === side.states.length - 1, it = element("div", `seat${side.steps[n][0] === number && !isOver ? " turn" : ""}`), head = element("p"), name = element("b", "", side.seats[number]);
    const own = side.places.flatMap((found, at) => found[1] === number ? [at] : []), lie = own.filter((at) => !side.counted[at]);
    name.style.color = `var(--series-${number % 8 + 1})`;
    head.append(element("small", "", `${number} `), name, " ");
    if (isOver && side.winners.includes(number)) head.append(element("strong", "", "● wins"), " ");
    head.append(element("small", "", own.filter((at) => side.counted[at]).map((at) => `${side.states[n][at]} ${side.places[at][0]}`).join(", ")));
    it.append(head, ...lie.filter((at) => at === lie[0] || side.states[n][at].length || own.length < 4).map((at) => place(side, at, n, true, lie.length > 1 ? side.places[at][0] : "")));
    return it;
  }
  function table(side, n) {
    const far = element("div", "seats"), middle = element("div", "middle"), near = element("div", "seats"), players = side.seats.map((_, i) => i), half = Math.ceil(players.length / 2);
    near.append(...players.slice(0, half).reverse().map((number) => seat(side, number, n)));
    far.append(...players.slice(half).map((number) => seat(side, number, n)));
    const common = side.places.flatMap((found, at) => found[1] === COMMON ? [at] : []), alike = (at) => common.filter((other) => side.places[other][0] === side.places[at][0]).length;
    middle.append(...common.filter((at) => side.states[n][at].length || alike(at) === 1).map((at) => place(side, at, n, false, side.places[at][0])));
    return [far, middle, near];
  }
  function show(to) {
    step = Math.max(0, Math.min(most, to));
    const isSplit = games.length > 1 && step >= part;
    box.classList.toggle("split", isSplit);
    games.forEach((side, i) => {
      const of = box.querySelectorAll(".side")[i], n = Math.min(step, side.states.length - 1);
      if (games.length > 1) of.querySelector("h4").textContent = isSplit ? side.title : "Under both rule sets, so far";
      of.querySelector(".said").textContent = `${n + 1}  ${side.told[n]}`;
      of.querySelector(".said").classList.toggle("parts", games.length > 1 && step === part);
      of.querySelector(".board").replaceChildren(...table(side, n));
    });
    is("step").value = step;
    is("step").setAttribute("aria-valuetext", `event ${step + 1} of ${most + 1}`);
    is("at").textContent = `event ${step + 1} of ${most + 1}`;
    mark();
  }
  function mark() {
    if (!curve) return;
    heights ||= [...curve.querySelectorAll("line")].map((line) => Number(line.getAttribute("y1")));
    cursor ||= curve.appendChild(document.createElementNS("http://www.w3.org/2000/svg", "line"));
    const [first, last, left, right] = ends, at = left + (Math.min(Math.max(step + 1, first), last) - first) / Math.max(1, last - first) * (right - left);
    for (const [name, value] of [["x1", `${at}%`], ["x2", `${at}%`], ["y1", Math.min(...heights)], ["y2", Math.max(...heights)], ["stroke", "var(--ink)"], ["stroke-width", 1.5], ["class", "cursor"]]) cursor.setAttribute(name, value);
  }
  function pause() { clearInterval(playing); playing = 0; is("play").textContent = "Play"; }
  function play() {
    if (playing) return pause();
    if (step === most) show(0);
    is("play").textContent = "Pause";
    playing = setInterval(() => { show(step + 1); if (step === most) pause(); }, 900);
  }
  const go = (to) => () => { pause(); show(to()); };
  const ways = { first: go(() => 0), back: go(() => step - 1), on: go(() => step + 1), last: go(() => most), part: go(() => part), play };
  const keys = { ArrowLeft: ways.back, ArrowRight: ways.on, Home: ways.first, End: ways.last, " ": play, p: part === null ? undefined : ways.part };
  for (const [name, way] of Object.entries(ways)) is(name)?.addEventListener("click", way);
  is("step").max = most;
  is("step").addEventListener("input", (event) => { pause(); show(Number(event.target.value)); });
  // Keys are for the game in which the reader is; on a page of games alone also where the reader is nowhere, for the first.
  const isMeant = (at) => box.contains(at) || (at === document.body && box === document.querySelector(".replay[data-alone]"));
  addEventListener("keydown", (event) => {
    const at = document.activeElement;
    if (event.ctrlKey || event.altKey || event.metaKey || !keys[event.key] || !isMeant(at) || (event.key === " " && at.tagName === "BUTTON")) return;
    event.preventDefault();
    keys[event.key]();
  });
  curve?.addEventListener("click", (event) => {
    const [first, last, left, right] = ends, seen = curve.getBoundingClientRect(), at = 100 * (event.clientX - seen.left) / seen.width;
    pause();
    show(Math.round(first + (at - left) / (right - left) * (last - first)) - 1);
  });
  show(part ?? 0);
}
