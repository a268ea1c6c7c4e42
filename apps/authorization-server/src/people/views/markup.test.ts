import { describe, expect, it } from "vitest";
import { filledIn, htmlWith, markup, shownWith } from "./markup.ts";

const escaped = (text: string) => text.replaceAll("<", "&lt;");
const time = markup("<time>now</time>");

describe("markup is shown as it is, and nothing else is", () => {
  it.each([
    ["a text", "<b>", "&lt;b>"],
    ["markup", time, "<time>now</time>"],
    ["what JSON of others looks like", JSON.parse(`{"toString":"<b>","Symbol(HTML)":true}`), undefined],
    ["an object that says it is HTML", { html: "<b>", toString: (): string => "<b>" }, "&lt;b>"],
  ])("%s", (_, value, html) => {
    if (html === undefined) expect(() => shownWith(escaped)(value)).toThrow(TypeError);
    else expect(shownWith(escaped)(value)).toBe(html);
  });

  it("a text with markup among its values is markup, and the rest of it is escaped", () => {
    const filled = filledIn("<i> {who}, {when}{nothing}", { who: "<b>", when: time }, escaped);
    expect(shownWith(escaped)(filled)).toBe("&lt;i> &lt;b>, <time>now</time>");
  });

  it("a text with texts is a text, which is escaped where it is shown", () => {
    expect(filledIn("<i> {who}", { who: "<b>" }, escaped)).toBe("<i> <b>");
  });

  it("a template literal escapes what is filled in", () => {
    expect(String(htmlWith(escaped)`${"<b>"} ${time}`)).toBe("&lt;b> <time>now</time>");
  });
});
