import { describe, expect, it } from "vitest";
import { userClaims } from "./people/claims/user-claims.ts";
import { passkeyName } from "./people/factors/passkeys.ts";
import { username } from "./people/names/username.ts";

/** Each is too long, and breaks the rule behind the bound, too. */
const LONG = "\u202E".repeat(5000);

describe("A4: a rule behind a bound gets no text that is out of bounds", () => {
  it.each([
    ["username", username.safeParse(LONG)],
    ["passkeyName", passkeyName.safeParse(LONG)],
    ["nickname", userClaims.shape.nickname.safeParse(LONG)],
  ])("%s", (_, { error }) => {
    expect(error?.issues.map(({ code }) => code)).toEqual(["too_big"]);
  });
});
