import { expect, it } from "vitest";
import { nameOfPerson } from "./person-name.ts";

it.each([
  ["the name", { username: "ann", name: "Ann S.", given_name: "Ann", family_name: "Smith" }, "Ann S."],
  ["given and family name", { username: "ann", name: null, given_name: "Ann", family_name: "Smith" }, "Ann Smith"],
  ["one of the two", { username: "ann", name: null, given_name: null, family_name: "Smith" }, "Smith"],
  ["the username", { username: "ann", name: null, given_name: null, family_name: null }, "ann"],
])("4.5: a user is called by %s", (_, person, expected) => {
  expect(nameOfPerson(person)).toBe(expected);
});
