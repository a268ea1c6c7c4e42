import { expect, it } from "vitest";
import { addressesIn } from "./addresses.ts";

it.each([
  ["one a line", "a@x.example\r\n b@x.example \n\n", ["a@x.example", "b@x.example"]],
  ["between commas", "a@x.example, b@x.example,", ["a@x.example", "b@x.example"]],
  ["between spaces and tabs", "a@x.example b@x.example\tc@x.example", ["a@x.example", "b@x.example", "c@x.example"]],
  ["with names", 'Ann A. <a@x.example>, "B, Bob" <b@x.example>', ["a@x.example", "b@x.example"]],
  ["with names that have commas", "A, Ann <a@x.example>; B, Bob <b@x.example>", ["a@x.example", "b@x.example"]],
  ["of a spreadsheet", "Ann A.\ta@x.example\nBob\tb@x.example", ["a@x.example", "b@x.example"]],
  ["each once", "a@x.example\na@x.example", ["a@x.example"]],
  ["a text that is not an address is kept", "nobody\na@x.example, two words", ["nobody", "a@x.example", "two words"]],
  ["none", " \n,;", []],
])("C16: addresses are read %s", (_, text, expected) => expect(addressesIn(text)).toEqual(expected));
