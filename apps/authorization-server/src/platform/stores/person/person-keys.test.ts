import { describe, expect, it } from "vitest";
import { newPersonKey, sealPersonal, shownPersonal } from "./person-keys.ts";

const userId = "00000000-0000-4000-8000-000000000001";
const key = newPersonKey();
const sealed = sealPersonal({ username: "ada" }, { userId, key });

describe("V16: details that name a person, for people who read the audit log", () => {
  it.each([
    ["with the key", { sealed, userId, key }, { username: "ada" }],
    ["of an erased person", { sealed, userId, key: null }, {}],
    ["of an event without them", { sealed: null, userId, key }, {}],
    ["with the key of another person", { sealed, userId, key: newPersonKey() }, { personal: "cannot be opened" }],
    ["that are damaged", { sealed: sealed.slice(1), userId, key }, { personal: "cannot be opened" }],
  ])("%s", (_, detail, shown) => {
    expect(shownPersonal(detail)).toEqual(shown);
  });
});
