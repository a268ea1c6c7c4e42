import { expect, it } from "vitest";
import { lineOf, nameIn } from "./line.ts";

it.each([
  ["keys list", { words: ["keys", "list"], arguments: [], selecting: [] }],
  [
    "groups rename <group> <new_name>",
    { words: ["groups", "rename"], arguments: ["group", "new_name"], selecting: [] },
  ],
  [
    "scim-token add <slug> --all --user <username>",
    { words: ["scim-token", "add"], arguments: ["slug"], selecting: ["--all", "--user <username>"] },
  ],
])("%s has words, arguments and the options that select the operation", (text, line) => {
  expect(lineOf(text)).toEqual(line);
});

it.each([
  ["--all", "all"],
  ["--user <username>", "user"],
])("%s is named %s", (flags, name) => expect(nameIn(flags)).toBe(name));
