import { describe, expect, it } from "vitest";
import { showDetails } from "./template.ts";

const template = {
  title: "Pay {amount.value} {amount.currency}",
  fields: [
    { label: "Amount", value: "{amount.value} {amount.currency}" },
    { label: "To", value: "{name}" },
    { label: "For", value: "{purpose}" },
  ],
};
const value = { type: "payment", amount: { value: "10", currency: "EUR" }, name: "Shop" };

describe("RFC 9396 §13: an object as people see it", () => {
  it("rar-r06: has the values that the template names, and no line without a value", () => {
    expect(showDetails(template, value)).toEqual({
      title: "Pay 10 EUR",
      fields: [
        { label: "Amount", value: "10 EUR" },
        { label: "To", value: "Shop" },
      ],
    });
  });

  it("rar-r06: has the values that the template does not name, too", () => {
    const others = { actions: ["read", "close"], limits: [{ day: 1 }, {}], urgent: true, none: null };
    expect(showDetails({ title: "Files", fields: [] }, { type: "files", ...others }).fields).toEqual([
      { label: "actions", value: "read, close" },
      { label: "limits.0.day", value: "1" },
      { label: "limits.1", value: "{}" },
      { label: "urgent", value: "true" },
      { label: "none", value: "null" },
    ]);
  });

  it("rar-r06: has every value, also if the names of two are alike when they are joined", () => {
    const alike = { "": { a: 3 }, a: 4, "a.b": 1, "amount.value": 999, '"a': { 'b"': 2 } };
    const { fields } = showDetails(template, { ...value, ...alike, purpose: "x" });
    expect(fields.slice(3)).toEqual([
      { label: '"".a', value: "3" },
      { label: "a", value: "4" },
      { label: '"a.b"', value: "1" },
      { label: '"amount.value"', value: "999" },
      { label: String.raw`"\"a"."b\""`, value: "2" },
    ]);
  });

  it("rar-r06: has the type if the template names it", () => {
    expect(showDetails({ title: "{type}", fields: [] }, { type: "loan" })).toEqual({ title: "loan", fields: [] });
  });

  it("rarx-04: shows invisible characters by their codes", () => {
    const name = "a\u202Eb\u200Bc\nd\u00ADe\uFEFFf\u2066g\u3164h\u{E0041}";
    const [, to] = showDetails(template, { ...value, name }).fields;
    expect(to?.value).toBe("a[U+202E]b[U+200B]c[U+000A]d[U+00AD]e[U+FEFF]f[U+2066]g[U+3164]h[U+E0041]");
  });

  it("rarx-04: takes no part of a value for a placeholder", () => {
    expect(showDetails(template, { ...value, name: "{amount.value}$&" }).fields[1]?.value).toBe("{amount.value}$&");
  });

  it("does not show what objects inherit", () => {
    expect(showDetails({ title: "{constructor.name}{name.length}", fields: [] }, value).title).toBe("");
  });
});
