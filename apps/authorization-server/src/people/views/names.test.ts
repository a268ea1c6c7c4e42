import { describe, expect, it } from "vitest";
import { breakable, inWholeWords, networkName, withWholeWords } from "./names.ts";

describe("a network", () => {
  it.each([
    ["192.0.2.0/24", "192.0.2.x"],
    ["2001:db8:1::/48", "2001:db8:1:…"],
    ["192.0.2.7", "192.0.2.7"],
  ])("%s is shown as %s", (network, shown) => {
    expect(networkName(network)).toBe(shown);
  });
});

describe("where a line does not break", () => {
  it.each([
    ["Ihre E-Mail-Adresse", "Ihre E-|Mail-|Adresse"],
    ["In der Einladungs-E-Mail", "In der Einladungs-E-|Mail"],
    ["votre e-mail", "votre e-|mail"],
    ["Sign-in & security", "Sign-in & security"],
    ["A – B, A- B", "A – B, A- B"],
  ])("%s", (text, expected) => {
    expect(withWholeWords(text).replaceAll("\u2060", "|")).toBe(expected);
  });
});

it("what is filled in stays as it is, and so do tags and the name of the service", () => {
  const texts = new Map(Object.entries({ locale: "ar-x-pseudo", product: "X-Ray", "a.text": "E-Mail: {address}" }));
  const text = inWholeWords({ texts }, (key) => texts.get(key) ?? "", String);
  expect(text("a.text", { address: "x-y@e-mail.example" })).toBe("E-\u2060Mail: x-y@e-mail.example");
  expect([text("locale"), text("product")]).toEqual(["ar-x-pseudo", "X-Ray"]);
});

describe("a long address breaks between its pieces, if it breaks", () => {
  const shown = (text: string) => breakable(text, (part) => part.replaceAll("<", "&lt;"));
  it.each([
    ["alice@example.com", "alice@example.com"],
    [
      "Signed in as maximiliane.muster@example.com.",
      'Signed in as <span class="address">maximiliane.<wbr>muster<wbr>@example.<wbr>com.</span>',
    ],
    ["Hello, Wolfeschlegelsteinhausen", "Hello, Wolfeschlegelsteinhausen"],
    ["<b>@example.example.example", '<span class="address">&lt;b>@example.<wbr>example.<wbr>example</span>'],
  ])("%s", (text, html) => {
    expect(shown(text)).toBe(html);
  });
});
