import { expect, it } from "vitest";
import { ownPath } from "./own-path.ts";

it.each([
  ["/people?q=a", "/people?q=a"],
  ["//evil.example", "/"],
  ["/\\evil.example", "/"],
  ["https://evil.example", "/"],
  ["/a\r\nb", "/"],
  ["", "/"],
  [null, "/"],
  [`/${"a".repeat(2001)}`, "/"],
])("acct-06: %o leads to %s", (text, path) => {
  expect(ownPath(text)).toBe(path);
});
