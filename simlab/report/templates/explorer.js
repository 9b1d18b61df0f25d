
// The rule explorer: what comes out for the chosen rules, beside the printed ones. Its data stand in the page.
{
  const box = document.querySelector(".explorer"), part = (name) => document.getElementById(`${box.id}-${name}`);
  const { rules, outcomes, sets, words, isChange } = JSON.parse(part("data").textContent);
  const form = box.querySelector("form"), SVG = "http://www.w3.org/2000/svg", STYLES = ["matters", "none", "open"];
  const keyOf = (levels) => levels.join("."), all = Object.keys(sets), at = (key, k) => sets[key]?.[k];
  const printed = rules.map((rule) => rule.printed), isPlayed = (levels) => keyOf(levels) in sets;
  const start = isPlayed(printed) ? printed : all[0].split(".").map(Number), base = keyOf(printed);
  let now = start;

  const show = (x, k, more = 0) => x === null || x === undefined ? "–" : x.toFixed(outcomes[k].digits + more).replace("-", "−") + outcomes[k].unit;
  const signed = (x, k) => (x.toFixed(outcomes[k].digits) > 0 ? "+" : "") + x.toFixed(outcomes[k].digits).replace("-", "−");
  const changes = () => rules.flatMap((rule, r) => now[r] === rule.printed ? [] : [`${rule.label.toLowerCase()} ${rule.values[now[r]]}`]);
  const make = (name, attributes = {}, parent = null, text = "") => {
    const made = document.createElementNS(SVG, name);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    if (text !== "") made.textContent = text;
    parent?.append(made);
    return made;
  };
  const element = (name, text = "", kind = "") => Object.assign(document.createElement(name), { textContent: text, className: kind });

  // What is chosen, in a sentence and in the table.
  function verdict(key, k) {
    const code = at(key, k)?.[3];
    return code === null || code === undefined ? ["", isChange ? "as printed" : "–"] : [STYLES[code], words[code]];
  }
  function sentence(key) {
    const changed = changes(), head = changed.length ? `${changed.length} change${changed.length > 1 ? "s" : ""} (${changed.join(", ")})` : "As printed";
    if (!(key in sets)) return `${head}: not played.`;
    const told = outcomes.slice(0, 2).map((outcome, k) => {
      const said = outcome.says ? outcome.says.replace("{}", show(at(key, k)[0], k)) : `${outcome.name}: ${show(at(key, k)[0], k)}`;
      const before = isPlayed(printed) && key !== base ? ` instead of ${show(at(base, k)[0], k)}` : "", word = verdict(key, k);
      return `${said}${before}${word[0] ? ` (${word[1].slice(2)})` : ""}`;
    });
    return `${head}: ${told.join("; ")}.`;
  }
  function row(key, k) {
    const found = at(key, k), [style, word] = verdict(key, k), line = element("tr", "", style), change = element("td", "", "number");
    line.append(Object.assign(element("th", outcomes[k].name), { scope: "row" }), element("td", show(found?.[0], k), "number"));
    line.append(element("td", show(at(base, k)?.[0], k), "number wide"), change, element("td", word));
    if (!found || found[1] === null || found[2] === null) change.textContent = "–";
    else if (isChange) change.append(signed(found[0] - at(base, k)[0], k), " ", element("small", `${signed(found[1], k)} to ${signed(found[2], k)}`));
    else change.append(element("small", `${show(found[1], k)} to ${show(found[2], k)}`));
    return line;
  }

  // The picture: the first outcome across, the second upwards.
  const MARKS = ["M-5.5 0a5.5 5.5 0 1 0 11 0a5.5 5.5 0 1 0 -11 0z", "M-5-5h10v10h-10z", "M0-6.5L6 4.5h-12z", "M-6.5 0l6.5-6.5 6.5 6.5-6.5 6.5z",
    "M0 6.5l6.5-11.5h-13z", "M-2-6h4v4h4v4h-4v4h-4v-4h-4v-4h4z"];
  const shaped = rules.findIndex((rule) => rule.values.length > 1 && rule.values.length <= MARKS.length), plot = part("plot");
  const upwards = outcomes.length > 1 ? 1 : 0, shown = all.filter((key) => at(key, 0)[0] !== null && at(key, upwards)[0] !== null);
  function scale(k, from, to) {
    const values = shown.map((key) => at(key, k)[0]), low = Math.min(...values), high = Math.max(...values), room = (high - low || Math.abs(low) || 1) * 0.06;
    const rough = (high - low + 2 * room) / 5, power = 10 ** Math.floor(Math.log10(rough));
    const step = [1, 2, 5, 10].map((times) => times * power).find((one) => one >= rough), ticks = [];
    for (let tick = Math.ceil((low - room) / step) * step; tick <= high + room; tick += step) ticks.push(tick);
    const digits = Math.max(0, -Math.floor(Math.log10(step) + 1e-9));
    return { to: (x) => from + (x - low + room) / (high - low + 2 * room) * (to - from), ticks, digits };
  }
  let X, Y, place;
  function draw() {
    const width = Math.max(260, Math.round(plot.parentNode.clientWidth)), height = width < 480 ? 320 : 460;
    plot.replaceChildren();
    plot.setAttribute("viewBox", `0 0 ${width} ${height}`);
    X = scale(0, 56, width - 12);
    Y = scale(upwards, height - 44, 26);
    for (const tick of X.ticks) {
      make("line", { x1: X.to(tick), x2: X.to(tick), y1: 26, y2: height - 44, stroke: "var(--grid)" }, plot);
      make("text", { x: X.to(tick), y: height - 27, "text-anchor": "middle" }, plot, tick.toFixed(X.digits));
    }
    for (const tick of Y.ticks) {
      make("line", { x1: 56, x2: width - 12, y1: Y.to(tick), y2: Y.to(tick), stroke: "var(--grid)" }, plot);
      make("text", { x: 48, y: Y.to(tick) + 4, "text-anchor": "end" }, plot, tick.toFixed(Y.digits) + outcomes[upwards].unit);
    }
    make("text", { x: 0, y: 12 }, plot, outcomes[upwards].name);
    make("text", { x: width - 4, y: height - 6, "text-anchor": "end" }, plot, outcomes[0].name);
    for (const key of shown) {
      const group = make("g", { class: "pt", "data-key": key, transform: `translate(${X.to(at(key, 0)[0]).toFixed(1)} ${Y.to(at(key, upwards)[0]).toFixed(1)})` }, plot);
      const kind = shaped < 0 ? 0 : Number(key.split(".")[shaped]);
      make("circle", { r: 9, fill: "transparent" }, group);
      make("path", { d: MARKS[kind], fill: `var(--series-${kind + 1})` }, group);
    }
    if (isPlayed(printed)) make("circle", { cx: X.to(at(base, 0)[0]), cy: Y.to(at(base, upwards)[0]), r: 9, fill: "none", stroke: "var(--ink)" }, plot);
    place = make("g", { "pointer-events": "none", stroke: "var(--ink)", "stroke-width": 2, fill: "none" }, plot);
  }
  function mark(key) {
    place.replaceChildren();
    for (const group of plot.querySelectorAll(".pt")) group.classList.toggle("on", group.dataset.key === key);
    if (!shown.includes(key)) return;
    const x = X.to(at(key, 0)[0]), y = Y.to(at(key, upwards)[0]);
    const ends = (k) => { const [, low, high] = at(key, k), from = isChange ? at(base, k)[0] : 0; return low === null || high === null ? null : [from + low, from + high]; };
    make("circle", { cx: x, cy: y, r: 11 }, place);
    const [wide, high] = [ends(0), ends(upwards)];
    if (wide) make("line", { x1: X.to(wide[0]), x2: X.to(wide[1]), y1: y, y2: y }, place);
    if (high) make("line", { x1: x, x2: x, y1: Y.to(high[0]), y2: Y.to(high[1]) }, place);
  }

  function update(keep) {
    const key = keyOf(now);
    for (const [r, rule] of rules.entries()) for (const [v, input] of [...form.elements[rule.key] instanceof RadioNodeList ? form.elements[rule.key] : [form.elements[rule.key]]].entries()) {
      input.checked = v === now[r];
      input.parentNode.lastChild.textContent = show(at(keyOf(now.with(r, v)), 0)?.[0], 0);
    }
    part("said").textContent = sentence(key);
    part("rows").replaceChildren(...outcomes.map((_, k) => row(key, k)));
    mark(key);
    if (keep) history.replaceState(null, "", `#rules=${rules.map((rule, r) => `${rule.key}:${encodeURIComponent(rule.values[now[r]])}`).join(",")}`);
  }
  function read() {  // what was not played is left as it is printed, and said
    const asked = new URLSearchParams(location.hash.slice(1)).get("rules"), not = [];
    if (asked === null) return update(false);
    now = [...start];
    for (const pair of asked.split(",").filter(Boolean)) {
      const [name, value] = pair.split(/:(.*)/s), r = rules.findIndex((rule) => rule.key === name), v = rules[r]?.values.indexOf(value) ?? -1;
      if (v >= 0) now[r] = v;
      else not.push(pair);
    }
    update(false);
    if (not.length) part("said").prepend(`Not played: ${not.join(", ")}. `);
    box.scrollIntoView();
  }

  for (const [r, rule] of rules.entries()) {
    const group = element("fieldset"), options = element("div", "", "opts");
    for (const [v, value] of rule.values.entries()) {
      const label = element("label"), input = Object.assign(document.createElement("input"), { type: "radio", name: rule.key, value: String(v) });
      label.append(input, element("span", value, v === rule.printed ? "printed" : ""), element("small"));
      input.addEventListener("change", () => { now = now.with(r, v); update(true); });
      options.append(label);
    }
    group.append(element("legend", rule.label), options);
    part("groups").append(group);
  }
  part("small").textContent = outcomes[0].name.toLowerCase();
  part("change").textContent = isChange ? "Change" : "95% interval";
  part("title").textContent = `${all.length.toLocaleString("en")} rule sets: ${outcomes[0].name.toLowerCase()} across${upwards ? `, ${outcomes[1].name} upwards` : ""}`;
  if (shaped >= 0) {
    const names = ["circle", "square", "triangle", "diamond", "kite", "plus"];
    part("shapes").textContent = `${rules[shaped].label}: ${rules[shaped].values.map((value, v) => `${names[v]} ${value}`).join(", ")}.`;
  }
  form.addEventListener("reset", (event) => { event.preventDefault(); now = start; update(true); });
  part("link").addEventListener("click", async (event) => {
    update(true);
    const before = event.target.textContent;
    try {
      await navigator.clipboard.writeText(location.href);
      event.target.textContent = "Copied";
    } catch { event.target.textContent = "It is in the address bar"; }
    setTimeout(() => { event.target.textContent = before; }, 1500);
  });
  plot.addEventListener("click", (event) => {
    const group = event.target.closest(".pt");
    if (group) { now = group.dataset.key.split(".").map(Number); update(true); }
  });
  addEventListener("hashchange", () => { if (location.hash.startsWith("#rules=")) read(); });
  addEventListener("resize", () => { draw(); mark(keyOf(now)); });
  draw();
  read();
}
