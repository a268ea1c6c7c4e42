import { describe, expect, it } from "vitest";
import { REMEDIES, type RemedyName, readRemedy, remedyOf } from "./remedies.ts";

const NAMES = Object.keys(REMEDIES) as RemedyName[];

describe("decision 160: what to set", () => {
  it.each(NAMES)("%s is found again by its text", (name) => {
    const method = REMEDIES[name].includes("{method}") ? "private_key_jwt" : "";
    const text = remedyOf(name, method);
    expect(text).not.toContain("{");
    expect(readRemedy(text)).toEqual({ name, method });
  });

  it.each([
    "",
    "have the client",
    `${REMEDIES.use_pkce} `,
    "have the client use a b, or change its token_endpoint_auth_method",
  ])("%j is the text of none", (text) => {
    expect(readRemedy(text)).toBeUndefined();
  });
});
