/* Looks for games, players, phases and orders in the index beside this file. */
"use strict";
(() => {
  const form = document.getElementById("search");
  const field = document.getElementById("q");
  const found = document.getElementById("found");
  const said = document.getElementById("said");
  const years = found.dataset.years.split(" ").filter(Boolean);
  const MOST = 200;
  const SEASONS = { S: "Spring", F: "Fall", W: "Winter" };
  const index = { games: null, years: {} };
  const waiting = {};
  window.pbemSearch = {
    games(rows) { index.games = rows; },
    year(name, rows) { index.years[name] = rows; },
  };
  const load = (name) => waiting[name] ??= new Promise((done, failed) => {
    const script = document.createElement("script");
    script.src = `${name}.js`;
    script.onload = done;
    script.onerror = failed;
    document.head.append(script);
  });
  const plain = (text) => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
  const orderly = (text) => text.toUpperCase().replace(/\s*(?:->|[-–—→])\s*/g, " - ")
    .replace(/\s+/g, " ").trim();
  const title = (code) => `${SEASONS[code[0]]} ${code.slice(1, -1)}` +
    (code.endsWith("R") ? " retreats" : "");
  const phaseOf = (text) => {
    const code = text.match(/\b([SFW]\d{3,5})([MRA])\b/i);
    if (code) return [code[0].toUpperCase(), code[0]];
    const words = text.match(/\b(spring|fall|autumn|winter)\s+(\d{3,5})\b/i);
    if (!words) return null;
    const season = words[1][0].toUpperCase().replace("A", "F");
    return [season + words[2], words[0]];
  };
  let list, count;
  const show = (href, text, more) => {
    count += 1;
    if (count > MOST) return;
    const item = document.createElement("li");
    const link = document.createElement("a");
    link.href = `../${href}`;
    link.textContent = text;
    item.append(link, ` ${more}`);
    list.append(item);
  };
  const ofGames = (words) => {
    for (const [id, name, board, ended, result, players] of index.games) {
      const text = plain([id, name, board, result, ...players.map((p) => p[0])].join(" "));
      if (words.every((word) => text.includes(word))) {
        show(`${id}/index.html`, name, [board, result, ended].filter(Boolean).join(" · "));
      }
    }
  };
  const ofPlayers = (words) => {
    const seen = new Set();
    for (const row of index.games) {
      for (const [name, folder] of row[5]) {
        if (!seen.has(folder) && words.every((word) => plain(name).includes(word))) {
          seen.add(folder);
          show(`players/${folder}/index.html`, name, "player");
        }
      }
    }
  };
  const ofYear = (rows, phase, words, order) => {
    for (const [id, name, codes, lines] of rows) {
      const all = codes.split(" ");
      if (phase && words.every((word) => plain(`${id} ${name}`).includes(word))) {
        for (const code of all) {
          if (code.startsWith(phase)) show(`${id}/${code}/index.html`, title(code), `of ${name}`);
        }
      }
      if (!order || !lines.includes(order)) continue;
      for (const line of lines.split("\n")) {
        const [text, places] = line.split("\t");
        if (!text.includes(order)) continue;
        for (const place of places.split(" ")) {
          const code = all[parseInt(place, 10)];
          const failed = place.endsWith("x") ? ", did not go through" : "";
          show(`${id}/${code}/index.html`, text, `${title(code)} of ${name}${failed}`);
        }
      }
    }
  };
  const look = async () => {
    const asked = field.value.trim();
    const now = document.createElement("ol");
    list = now;
    count = 0;
    found.replaceChildren(now);
    if (asked.length < 2) { said.textContent = ""; return; }
    said.textContent = "Looking…";
    const phase = phaseOf(asked);
    const words = plain(phase ? asked.replace(phase[1], " ") : asked).split(/\s+/).filter(Boolean);
    const upper = orderly(asked);
    const order = /(^| )[AF] [A-Z0-9]|WAIVE|.{2} - ./.test(upper) ? upper : "";
    try {
      await load("games");
      if (list !== now) return;
      if (!phase) { ofPlayers(words); ofGames(words); }
      for (const year of phase || order ? years : []) {
        await load(year);
        if (list !== now) return;
        ofYear(index.years[year], phase && phase[0], words, order);
      }
      said.textContent = count > MOST ? `${count} found, the first ${MOST} shown` : `${count} found`;
    } catch {
      said.textContent = "A part of the index could not be loaded.";
    }
  };
  form.hidden = false;
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const url = new URL(location.href);
    url.searchParams.set("q", field.value);
    try { history.replaceState(null, "", url); } catch { /* a page from a folder keeps its address */ }
    look();
  });
  field.value = new URL(location.href).searchParams.get("q") ?? "";
  if (field.value) look();
})();
