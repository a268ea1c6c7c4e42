// Who matches follows what is typed. Those who are chosen stay in the list, above the others.
(() => {
  const FOLLOWS_AFTER_MS = 250;
  const rowsIn = (page) => [...page.querySelectorAll("#found tbody tr")];
  const boxIn = (row) => row.querySelector("[name=ids]");
  const isChosen = (row) => boxIn(row)?.checked === true;

  // What is said aloud of the matches that changed.
  const said = document.createElement("p");
  said.className = "unseen";
  said.setAttribute("role", "status");

  /** Takes over what the answer has below its search. */
  function replace(toolbar, found, chosen) {
    while (toolbar.nextElementSibling !== null) toolbar.nextElementSibling.remove();
    while (found.nextElementSibling !== null)
      toolbar.parentElement.append(document.adoptNode(found.nextElementSibling));
    const ids = chosen.map((row) => boxIn(row).value);
    for (const row of rowsIn(document)) if (ids.includes(boxIn(row)?.value)) row.remove();
    document.querySelector("#found tbody")?.prepend(...chosen);
  }

  function show(page) {
    const [toolbar, found] = [document.querySelector(".toolbar"), page.querySelector(".toolbar")];
    if (found === null) return;
    const chosen = rowsIn(document).filter(isChosen);
    said.textContent = page.querySelector("#total, .pager span")?.textContent ?? "";
    if (chosen.length === 0 || rowsIn(page).length > 0) replace(toolbar, found, chosen);
    else for (const row of rowsIn(document).filter((one) => !isChosen(one))) row.remove();
  }

  let asking;
  async function follow({ form }) {
    asking?.abort();
    asking = new AbortController();
    const address = `${form.action}?${new URLSearchParams(new FormData(form))}`;
    const answer = await fetch(address, { signal: asking.signal, redirect: "manual" });
    if (answer.ok) show(new DOMParser().parseFromString(await answer.text(), "text/html"));
  }

  for (const field of document.querySelectorAll("[data-follows-search]")) {
    field.form.before(said);
    let waiting;
    field.addEventListener("input", () => {
      clearTimeout(waiting);
      waiting = setTimeout(() => follow(field).catch(() => {}), FOLLOWS_AFTER_MS);
    });
  }
})();
