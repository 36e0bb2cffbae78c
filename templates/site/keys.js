/* Keys for moving about. The pages work without; nothing is sent anywhere. */
"use strict";
(() => {
  const KEYS = [
    ["←", "the phase before", "prev", "ArrowLeft"],
    ["→", "the phase after", "next", "ArrowRight"],
    ["Shift ←", "the first phase", "first", "ArrowLeft", true],
    ["Shift →", "the board now", "last", "ArrowRight", true],
    ["Shift ↑", "the game", "up", "ArrowUp", true],
    ["/", "search", "search", "/"],
    ["?", "these keys", "", "?"],
  ];
  const kept = (value) => {
    try {
      if (value !== undefined) localStorage.setItem("pbem-keys", value);
      return localStorage.getItem("pbem-keys");
    } catch { return value ?? null; }
  };
  let dialog;
  const make = (tag, text, ...inside) => {
    const node = document.createElement(tag);
    if (text) node.textContent = text;
    node.append(...inside);
    return node;
  };
  const help = () => {
    if (!dialog) {
      const rows = KEYS.filter((k) => !k[2] || link(k[2])).map((k) => {
        const name = make("th", "", make("kbd", k[0]));
        name.scope = "row";
        return make("tr", "", name, make("td", k[1]));
      });
      const box = make("input");
      box.type = "checkbox";
      box.checked = kept() !== "off";
      box.addEventListener("change", () => kept(box.checked ? "on" : "off"));
      const close = make("button", "Close");
      close.addEventListener("click", () => dialog.close());
      const title = make("h2", "Keys");
      title.id = "keys-title";
      dialog = make("dialog", "", title, make("table", "", make("tbody", "", ...rows)),
        make("p", "", make("label", "", box, " Keys work on this site")), close);
      dialog.setAttribute("aria-labelledby", "keys-title");
      document.body.append(dialog);
    }
    if (!dialog.open) dialog.showModal();
  };
  const link = (rel) => document.querySelector(`a[rel~="${rel}"]`);
  document.addEventListener("keydown", (event) => {
    const at = event.target;
    if (event.altKey || event.ctrlKey || event.metaKey || event.defaultPrevented) return;
    if (dialog?.open || at.closest?.("input, select, textarea, [contenteditable]")) return;
    const box = at.closest?.(".map, .scroll");
    if (box && !event.shiftKey && box.scrollWidth > box.clientWidth) return;
    const key = KEYS.find((k) => k[3] === event.key &&
      (k[3].length === 1 || !!k[4] === event.shiftKey));
    if (!key || kept() === "off") return;
    const to = key[2] && link(key[2]);
    if (key[2] && !to) return;
    event.preventDefault();
    if (to) to.click(); else help();
  });
  const button = document.getElementById("keys");
  if (button) {
    button.hidden = false;
    button.addEventListener("click", help);
  }
})();
