import { lineage, NO_SENDER, type Sender } from "@countersign/rules";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { redirectUriOf } from "../../../../testing/clients/clients.ts";
import { type Issuing, LIFETIME, openIssuing } from "../../../../testing/clients/issuing.ts";
import { noon, openWorld, type World } from "../../../../testing/world.ts";
import { type RefreshTokenStore, refreshTokenStore } from "./refresh-tokens.ts";

const key: Sender = { kind: "key", thumbprint: "k".repeat(43) };
const bound = { jkt: key.thumbprint };
const OTHERS: readonly [string, Sender][] = [
  ["nobody", NO_SENDER],
  ["another key", { kind: "key", thumbprint: "x".repeat(43) }],
  ["a certificate with the thumbprint of the key", { kind: "certificate", thumbprint: key.thumbprint }],
];

let world: World;
let issuing: Issuing;
let refreshTokens: RefreshTokenStore;
beforeAll(async () => {
  world = await openWorld();
  issuing = openIssuing(world);
  refreshTokens = refreshTokenStore(world.database, LIFETIME, lineage([]));
});
afterAll(() => world.close());
beforeEach(async () => {
  world.clock.now = noon;
  await world.rows(`DELETE FROM "authorization"`);
});

const redeem = (code: string, sender: Sender) => {
  const binding = {
    clientId: "webClient",
    redirectUri: redirectUriOf("webClient"),
    codeChallenge: "challenge",
    sender,
  };
  return issuing.authorizations.redeemCode(code, binding, undefined, noon, 300);
};
const explain = (code: string, sender: Sender) => {
  const binding = {
    clientId: "webClient",
    redirectUri: redirectUriOf("webClient"),
    codeChallenge: "challenge",
    sender,
  };
  return issuing.authorizations.explainMiss(code, binding, { at: noon, address: "192.0.2.7" });
};
const rotate = (token: string, sender: Sender) =>
  refreshTokens.rotate(token, { clientId: "webClient", sender }, undefined, noon);

/** A refresh token that is bound to the key. */
async function boundToken() {
  const authorization = await redeem((await issuing.code()) ?? "", key);
  return (await refreshTokens.create(authorization?.id ?? "", bound, noon)) ?? "";
}

describe("RFC 9449 §10: a code that is bound to a key", () => {
  const code = async () => (await issuing.code({ confirmation: bound })) ?? "";

  it.each(OTHERS)("is not redeemed by %s, and not spent", async (_, sender) => {
    const bound = await code();
    expect(await redeem(bound, sender)).toBeUndefined();
    expect(await explain(bound, sender)).toBe("no_match");
    expect(await world.rows(`SELECT FROM "authorization" WHERE redeemed_at IS NOT NULL`)).toEqual([]);
  });

  it("is redeemed by its sender, and returns its binding", async () => {
    expect(await redeem(await code(), key)).toMatchObject({ confirmation: bound });
  });
});

describe("RFC 9449 §5 and RFC 8705 §4: a refresh token that is bound to its sender", () => {
  it.each(OTHERS)("is not rotated by %s, and not spent", async (_, sender) => {
    const token = await boundToken();
    expect(await rotate(token, sender)).toBeUndefined();
    expect(await world.rows("SELECT FROM refresh_token WHERE spent_at IS NOT NULL")).toEqual([]);
    expect(await refreshTokens.findLive(token, { clientId: "webClient", sender: NO_SENDER }, noon)).toMatchObject({
      confirmation: bound,
    });
  });

  it("is rotated by its sender, and so are its successors", async () => {
    const first = await rotate(await boundToken(), key);
    expect(first?.authorization.confirmation).toEqual(bound);
    expect(await rotate(first?.refreshToken ?? "", NO_SENDER)).toBeUndefined();
    expect(await rotate(first?.refreshToken ?? "", key)).toBeDefined();
  });

  it("is still bound when it is sent again after use", async () => {
    const token = await boundToken();
    await rotate(token, key);
    const spent = await refreshTokens.findSpent(token, "webClient", noon);
    expect(spent?.authorization.confirmation).toEqual(bound);
  });

  it("the binding is a column of its row: without a binding it is empty, and any sender is accepted", async () => {
    const authorization = await redeem((await issuing.code()) ?? "", NO_SENDER);
    const token = (await refreshTokens.create(authorization?.id ?? "", undefined, noon)) ?? "";
    expect(await world.rows(`SELECT cnf FROM "authorization"`)).toEqual([{ cnf: null }]);
    expect(await rotate(token, key)).toMatchObject({ authorization: { confirmation: null } });
  });

  it("the refresh token of a bound code is bound again, but not for a client that authenticates", async () => {
    const code = (await issuing.code({ confirmation: bound })) ?? "";
    const authorization = await redeem(code, key);
    await refreshTokens.create(authorization?.id ?? "", undefined, noon);
    expect(await world.rows(`SELECT cnf FROM "authorization"`)).toEqual([{ cnf: null }]);
  });
});
