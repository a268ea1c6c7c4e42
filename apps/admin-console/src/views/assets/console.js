// What the console does better with a script, beside ui.js. Everything works without it.
(() => {
  const find = document.querySelector("[data-find]");

  // "/" goes to the search of all, or of the list.
  document.addEventListener("keydown", (event) => {
    const isTyping = event.target.closest("input, textarea, select, [contenteditable]") !== null;
    if (event.key !== "/" || isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
    const field = find ?? document.querySelector('[type="search"]');
    if (field === null) return;
    event.preventDefault();
    field.focus();
  });

  // The box above a column chooses all rows.
  for (const all of document.querySelectorAll("[data-picks-all]")) {
    const rows = [...all.closest("table").querySelectorAll('tbody input[type="checkbox"]')];
    all.hidden = rows.length === 0;
    all.addEventListener("change", () => {
      for (const row of rows) row.checked = all.checked;
    });
    for (const row of rows)
      row.addEventListener("change", () => {
        all.checked = rows.every(({ checked }) => checked);
      });
  }

  // The tab that is shown is in sight.
  document.querySelector(".tabs [aria-current]")?.scrollIntoView({ block: "nearest", inline: "center" });

  // A color is chosen from a palette, too. A text that is none has no color to show.
  for (const palette of document.querySelectorAll("[data-color-of]")) {
    const text = document.getElementById(palette.dataset.colorOf);
    const show = () => {
      const isColor = /^#[0-9a-f]{6}$/i.test(text.value);
      palette.classList.toggle("none", !isColor);
      if (isColor) palette.value = text.value;
    };
    palette.hidden = false;
    show();
    text.addEventListener("input", show);
    palette.addEventListener("input", () => {
      text.value = palette.value;
      text.dispatchEvent(new Event("input", { bubbles: true }));
    });
  }

  // A choice of a filter counts at once.
  for (const field of document.querySelectorAll(".toolbar .pop select, .toolbar .pop input[type=date]")) {
    field.addEventListener("change", () => field.form.requestSubmit());
  }

  // A page that is left with a form half filled in asks first.
  let isDirty = false;
  for (const form of document.querySelectorAll("form.fields")) {
    form.addEventListener("input", () => {
      isDirty = true;
    });
  }
  document.addEventListener("submit", () => {
    isDirty = false;
  });
  addEventListener("beforeunload", (event) => {
    if (isDirty) event.preventDefault();
  });
})();
