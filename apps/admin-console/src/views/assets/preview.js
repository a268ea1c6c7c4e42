// The preview follows what is filled in. A refused value is named at its field, as after a press of the button.
(() => {
  const FOLLOWS_AFTER_MS = 700;

  /** Takes over what the page of the answer says about a field. */
  function mark(control, page) {
    const wrong = page.getElementById(`${control.id}-wrong`);
    document.getElementById(`${control.id}-wrong`)?.remove();
    if (wrong !== null) (control.closest(".color") ?? control).before(document.adoptNode(wrong));
    for (const name of ["aria-invalid", "aria-describedby"]) {
      const value = page.getElementById(control.id)?.getAttribute(name) ?? null;
      if (value === null) control.removeAttribute(name);
      else control.setAttribute(name, value);
    }
    const measured = page.getElementById(`${control.id}-contrast`);
    if (measured !== null) document.getElementById(measured.id)?.replaceWith(document.adoptNode(measured));
  }

  /** Shows the preview of the answer: of the page, in the scheme and the width that are chosen. */
  function show(page) {
    if (page.querySelector(".preview") === null) return;
    const section = document.getElementById("preview");
    if (section.querySelector(".preview") === null)
      section.replaceWith(document.adoptNode(page.getElementById("preview")));
    for (const frame of section.querySelectorAll("iframe")) frame.src = page.getElementById(frame.id).src;
    for (const link of section.querySelectorAll("#open-preview")) link.href = page.getElementById(link.id).href;
  }

  async function follow(button) {
    const { form } = button;
    const sent = new URLSearchParams(new FormData(form, button));
    sent.set("once", crypto.randomUUID());
    const answer = await fetch(form.action, { method: "POST", body: sent, redirect: "manual" });
    if (!(answer.ok || answer.status === 400)) return;
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    for (const control of form.querySelectorAll(".field [id][name]")) mark(control, page);
    show(page);
  }

  for (const button of document.querySelectorAll("[data-follows]")) {
    let waiting;
    button.form.addEventListener("input", () => {
      clearTimeout(waiting);
      waiting = setTimeout(() => follow(button).catch(() => {}), FOLLOWS_AFTER_MS);
    });
  }
})();
