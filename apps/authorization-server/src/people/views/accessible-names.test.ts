import { describe, expect, it } from "vitest";
import { SAMPLES } from "./samples/all.ts";
import { openViews } from "./views.ts";

const views = openViews({ overrides: undefined, basePath: "" });
const NAMED = /<(a|button|summary)\b[^>]* aria-label="([^"]*)"[^>]*>([\s\S]*?)<\/\1>/g;
const HIDDEN = /<svg\b[\s\S]*?<\/svg>|<(\w+)\b[^>]* aria-hidden="true"[^>]*>[\s\S]*?<\/\1>/g;

const plain = (text: string) => text.replaceAll(/\s+/g, " ").trim().toLowerCase();
/** What a page shows on its links and buttons, with the names that readers of the screen say in its place. */
const namesIn = (html: string) =>
  [...html.matchAll(NAMED)].map(([, , name = "", content = ""]) => {
    const shown = content.replaceAll(HIDDEN, "").replaceAll(/<[^>]*>/g, "");
    return { name: plain(name), shown: plain(shown) };
  });

const pages = SAMPLES.map(({ page, render }) => ({ page, render }));

describe("WCAG 2.2 §2.5.3: the name of a link or button contains the words on it", () => {
  const inLanguage = (language: string) => pages.map(({ render }) => namesIn(render(views.in([language]))));

  it.each(["en", "de", "fr", "es", "zh"])("on every page, in %s", (language) => {
    const names = inLanguage(language).flat();
    expect(names.filter(({ name, shown }) => !name.includes(shown))).toEqual([]);
    expect(names.filter(({ shown }) => shown !== "").length).toBeGreaterThan(40);
    expect(names.filter(({ name }) => name === "")).toEqual([]);
  });
});
