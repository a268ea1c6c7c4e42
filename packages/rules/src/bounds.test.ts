import { describe, expect, it } from "vitest";
import { passkeyName } from "./people/passkeys.ts";
import { userClaims } from "./people/user-claims.ts";
import { username } from "./people/username.ts";

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
