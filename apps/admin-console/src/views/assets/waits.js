// What a part of the page waits for is asked for while the page is in sight, for five minutes of that. The part is then
// shown as it is now, without a reload.
(() => {
  const EVERY_MS = 5000;
  const MOST_ASKED = 60;
  const part = document.querySelector("[data-awaits]");
  const isInSight = () => document.visibilityState === "visible";

  // Says aloud what came.
  const said = document.createElement("p");
  said.className = "unseen";
  said.setAttribute("role", "status");
  part.before(said);

  async function show() {
    const answer = await fetch(location.href, { redirect: "manual" });
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const now = answer.ok ? page.getElementById(part.id) : null;
    if (now === null) return;
    const hasFocus = part.contains(document.activeElement);
    part.replaceWith(document.adoptNode(now));
    said.textContent = [...now.querySelectorAll(".checks .title")].at(-1)?.textContent ?? "";
    if (!hasFocus) return;
    now.tabIndex = -1;
    now.focus();
  }

  let asked = 0;
  let next;
  async function ask() {
    clearTimeout(next);
    if (!isInSight() || asked >= MOST_ASKED) return;
    asked += 1;
    const { status } = await fetch(part.dataset.awaits, { redirect: "manual" });
    if (status === 200) await show();
    else if (status === 204) wait();
  }
  const wait = () => {
    next = setTimeout(() => ask().catch(wait), EVERY_MS);
  };

  document.addEventListener("visibilitychange", () => {
    if (isInSight() && part.isConnected) ask().catch(wait);
  });
  wait();
})();
