// Buttons that show what was typed into a password field. Without script there is none.
(() => {
  for (const button of document.querySelectorAll("button[data-shows]")) {
    const field = document.getElementById(button.dataset.shows);
    const show = (isShown) => {
      field.type = isShown ? "text" : "password";
      button.setAttribute("aria-pressed", String(isShown));
    };
    button.addEventListener("click", () => show(field.type === "password"));
    // Browsers and password managers recognize the field by its type.
    field.form?.addEventListener("submit", () => show(false));
    button.hidden = false;
  }
})();
