// What a page does better with a script, and does without it too. Elements say what they want by `data-` attributes.
// Each part is in a block of its own.

// `data-shows`: a button that shows what was typed into the password field of this id.
{
  const start = (button) => {
    const field = document.getElementById(button.dataset.shows);
    const show = (isShown) => {
      field.type = isShown ? "text" : "password";
      button.setAttribute("aria-pressed", String(isShown));
    };
    button.addEventListener("click", () => show(field.type === "password"));
    // Browsers and password managers recognize the field by its type.
    field.form?.addEventListener("submit", () => show(false));
    button.hidden = false;
  };
  for (const button of document.querySelectorAll("button[data-shows]")) start(button);
}

// `data-rules`: the rules of a new password, and which of them the field of this id keeps. The server decides.
{
  const NAMES = '[autocomplete="username"], [autocomplete="given-name"], [autocomplete="family-name"]';
  const WORD = /[\p{L}\p{N}]{3,}/gu;
  const without = (text, names) => names.reduce((rest, name) => rest.replaceAll(name, ""), text);
  const start = (list) => {
    const field = document.getElementById(list.dataset.rules);
    const keeps = {
      length: (typed) => [...typed].length >= Number(list.dataset.shortest),
      personal(typed) {
        const values = [...document.querySelectorAll(NAMES)].map(({ value }) => value.toLowerCase());
        const names = values
          .flatMap((value) => [value, ...(value.match(WORD) ?? [])])
          .filter((name) => name.length > 2);
        return without(typed.toLowerCase(), names).replaceAll(/[^\p{L}]/gu, "").length > 2;
      },
    };
    const show = () => {
      for (const rule of list.querySelectorAll("[data-rule]")) {
        const isMet = field.value !== "" && (keeps[rule.dataset.rule]?.(field.value) ?? false);
        rule.classList.toggle("met", isMet);
        if (field.value !== "") rule.classList.remove("broken");
        rule.querySelector("[data-met]").hidden = !isMet;
      }
    };
    field.addEventListener("input", show);
  };
  for (const list of document.querySelectorAll("[data-rules]")) start(list);
}

// `data-copies`: a button that copies the text of the element of this id. `data-copied` is what it is called then.
{
  const start = (button) => {
    const name = button.getAttribute("aria-label");
    const say = (words, isCopied) => {
      button.classList.toggle("copied", isCopied);
      if (words) button.setAttribute("aria-label", words);
    };
    button.addEventListener("click", async () => {
      await navigator.clipboard.writeText(document.getElementById(button.dataset.copies).textContent.trim());
      say(button.dataset.copied, true);
      setTimeout(() => say(name, false), 2000);
    });
    button.hidden = false;
  };
  if (navigator.clipboard) for (const button of document.querySelectorAll("button[data-copies]")) start(button);
}

// `data-prints`: a button that prints the page.
for (const button of document.querySelectorAll("button[data-prints]")) {
  button.addEventListener("click", () => window.print());
  button.hidden = false;
}

// `data-dismisses`: a button that takes away the message that it stands in.
for (const button of document.querySelectorAll("button[data-dismisses]")) {
  button.addEventListener("click", () => button.closest(".toast, .notice, .done").remove());
  button.hidden = false;
}

// `data-when`: a time in the words of the page, in the zone of this browser, such as "relative", "date" or "exact".
// `data-day`: a section of rows of one day, whose heading names it. The rows are put under the days of this zone.
{
  const { lang } = document.documentElement;
  // The services write times in the same way: "27 Nov 2026, 00:07" is read alike by everybody who reads English.
  const language = lang === "en" ? "en-GB" : lang;
  const formats = (options) => new Intl.DateTimeFormat(language, options);
  const DATE = { day: "numeric", month: "short", year: "numeric" };
  const HOURS = { hour: "2-digit", minute: "2-digit", hourCycle: "h23" };
  const exact = formats({ ...DATE, ...HOURS });
  const date = formats(DATE);
  const day = formats({ day: "numeric", month: "short" });
  const month = formats({ month: "long", year: "numeric" });
  const longDay = formats({ weekday: "long", day: "numeric", month: "long" });
  const weekday = formats({ weekday: "short", ...HOURS });
  const clock = formats(HOURS);
  const distance = new Intl.RelativeTimeFormat(language, { numeric: "auto" });
  const near = new Intl.RelativeTimeFormat(language, { numeric: "auto", style: "short" });

  const MINUTE = 60_000;
  const HOUR = 60 * MINUTE;
  const DAY = 24 * HOUR;
  /** A time further away is a date, as a count of days says little. */
  const MOST_DAYS = 60;
  const midnight = (time) => new Date(time).setHours(0, 0, 0, 0);
  const daysAhead = (time, now) => Math.round((midnight(time) - midnight(now)) / DAY);
  const isSameYear = (time, now) => time.getFullYear() === now.getFullYear();
  const capital = (text) => text.charAt(0).toLocaleUpperCase(language) + text.slice(1);
  const withinDay = (past) => {
    if (Math.abs(past) < MINUTE) return distance.format(0, "second");
    if (Math.abs(past) < HOUR) return near.format(-Math.trunc(past / MINUTE), "minute");
    return distance.format(-Math.trunc(past / HOUR), "hour");
  };
  /** As it stands within a sentence. */
  const within = (time) => {
    const now = new Date();
    const past = now - time;
    if (Math.abs(past) < DAY) return withinDay(past);
    const days = daysAhead(time, now);
    if (days > MOST_DAYS) return date.format(time);
    if (days > 0) return distance.format(days, "day");
    if (days === -1) return `${distance.format(-1, "day")}, ${clock.format(time)}`;
    if (days > -7) return weekday.format(time);
    return (isSameYear(time, now) ? day : date).format(time);
  };
  const dayOf = (time) => {
    const now = new Date();
    const days = daysAhead(time, now);
    if (days === 0 || days === -1) return distance.format(days, "day");
    return (isSameYear(time, now) ? longDay : date).format(time);
  };
  const words = {
    relative: (time) => capital(within(time)),
    within,
    day: (time) => capital(dayOf(time)),
    date: date.format,
    month: month.format,
    exact: exact.format,
  };

  const sections = [...document.querySelectorAll("section[data-day]")];
  const rows = sections.flatMap((section) => [...section.querySelectorAll(".rows > li")]);
  let current;
  for (const row of rows) {
    const { dateTime } = row.querySelector("time");
    const started = midnight(new Date(dateTime));
    if (current?.started !== started) {
      const section = sections[0].cloneNode(true);
      section.querySelector("h2 time").dateTime = dateTime;
      const list = section.querySelector(".rows");
      list.replaceChildren();
      sections[0].before(section);
      current = { started, list };
    }
    current.list.append(row);
  }
  for (const section of sections) section.remove();

  for (const element of document.querySelectorAll("time[data-when]")) {
    const time = new Date(element.dateTime);
    if (Number.isNaN(time.getTime())) continue;
    const { when } = element.dataset;
    element.title = (when === "day" ? date : exact).format(time);
    element.textContent = (words[when] ?? words.exact)(time);
  }
}

// A tap on a time shows the exact one in its place, and another tap the words again.
document.addEventListener("click", ({ target, pointerType }) => {
  const time = pointerType === "mouse" ? null : target.closest("time[data-when]");
  if (time === null || time.closest("a, button, label, summary") !== null) return;
  [time.textContent, time.title] = [time.title, time.textContent];
});

// Menus close like menus: with Escape, and by a click elsewhere.
{
  const close = (except) => {
    for (const menu of document.querySelectorAll("details.menu[open]")) {
      if (!menu.contains(except)) menu.open = false;
    }
  };
  document.addEventListener("click", ({ target }) => close(target));
  document.addEventListener("keydown", ({ key }) => {
    if (key !== "Escape") return;
    const opened = document.querySelector("details.menu[open] > summary");
    close(null);
    opened?.focus();
  });
}

// `data-sends`: a file field whose label is its button. What is chosen is sent at once, by the button of this id.
for (const field of document.querySelectorAll("input[data-sends]")) {
  field.form.classList.add("picks");
  field.addEventListener("change", () => {
    if (field.files.length > 0) field.form.requestSubmit(document.getElementById(field.dataset.sends));
  });
}
