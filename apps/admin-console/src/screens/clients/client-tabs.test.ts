import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";

const MESSAGES = join(import.meta.dirname, "../../views/messages");
const textsOf = (area: string, language: string) =>
  Object.entries(JSON.parse(readFileSync(join(MESSAGES, area, `${language}.json`), "utf8")) as Record<string, string>);
const tabsIn = (language: string) =>
  ["client-tabs", "try-sign-in"]
    .flatMap((area) => textsOf(area, language))
    .filter(([key]) => /^clients\.tab\.\w+$/.test(key));

/** In a window of 1440 pixels, ten tabs with two counts leave about 780 pixels for their words. */
const MOST_CHARACTERS = 105;

describe("the ten tabs of an application stand beside each other in a window of 1440 pixels", () => {
  it.each(["en", "de", "fr", "es"])("%s", (language) => {
    const words = tabsIn(language).map(([, word]) => word);
    expect(words).toHaveLength(10);
    expect(words.join("").length).toBeLessThanOrEqual(MOST_CHARACTERS);
  });

  it.each(["en", "de", "fr", "es", "zh"])("%s: the quickstart names the tab as it is called", (language) => {
    const lead = textsOf("clients", language).find(([key]) => key === "quickstart.start.lead")?.[1];
    expect(lead).toContain(tabsIn(language).find(([key]) => key === "clients.tab.activity")?.[1]);
  });
});
