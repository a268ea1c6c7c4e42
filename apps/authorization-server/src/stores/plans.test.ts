/**
 * How PostgreSQL finds the rows of hot statements in a database that it knows nothing of yet. There it takes two indexes for
 * equally good, and one of them may be that of a client with a million rows.
 */
import { randomUUID } from "node:crypto";
import { asOneColumn, findUserinfo } from "@countersign/database";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openIssuing } from "../testing/issuing.ts";
import { openWorld, type World } from "../testing/world.ts";
import { accessTokenStore } from "./access-tokens.ts";
import { refreshTokenStore } from "./refresh-tokens.ts";

let world: World;
beforeAll(async () => {
  world = await openWorld({ max: 1 }); // the statements are those of a connection
});
afterAll(() => world.close());

/** By these, a row is one of many: of a client, of a person, of a resource server. */
const OF_MANY =
  /authorization_(client|user|session)_id_idx|consent_(client_id|resource)_idx|session_client_client_id_idx/;
const READ_WHOLE = /Seq Scan on ("authorization"|refresh_token|browser_session|session_client|sign_in|consent)/;

it("issue 6: each finds them by the one value that no other row has", async () => {
  const issuing = openIssuing(world);
  const at = world.clock.now;
  const refreshTokens = refreshTokenStore(world.database, { idleSeconds: 600, absoluteSeconds: 6000 });
  const binding = { clientId: "W1", redirectUri: "https://other.example/cb", codeChallenge: "challenge" };
  const session = await issuing.find(await issuing.signIn(world.alice));
  const code = (await issuing.code({ sessionId: session?.id ?? "" })) ?? "";
  const idleExpiresAt = new Date(at.getTime() + 3600_000);
  await issuing.code({ session: { id: session?.id ?? "", sid: randomUUID(), idleExpiresAt } });
  await issuing.authorizations.redeemCode(code, binding, undefined, at, 300);
  await issuing.authorizations.explainMiss(code, binding, { at, address: "192.0.2.7" });
  const [row] = await world.rows(`SELECT id::text, sub FROM "authorization"`);
  const token = (await refreshTokens.create(String(row?.id), at)) ?? "";
  await refreshTokens.rotate(token, "W1", undefined, at);
  await refreshTokens.findSpent(token, "W1", at);
  await refreshTokens.findLive(token, "W1", at);
  const named = { jti: "jti", authorization_id: String(row?.id), client_id: "W1", sub: String(row?.sub), exp: 1 };
  await accessTokenStore(world.database).findLive(named, at);
  await findUserinfo(world.database.hot, String(row?.id));

  const text = asOneColumn("SELECT name, statement FROM pg_prepared_statements");
  const { rows: prepared } = await world.database.hot.query<{ name: string; statement: string }>({
    name: "prepared",
    text,
    values: [],
  });
  const plans = await Promise.all(
    prepared.map(async ({ name, statement }) => {
      const explained = await world.rows(`EXPLAIN (GENERIC_PLAN) ${statement}`);
      return { name, plan: explained.map((line) => line["QUERY PLAN"]).join("\n") };
    }),
  );
  expect(plans.map(({ name }) => name)).toEqual(
    expect.arrayContaining([
      "session-find",
      "authorization-create",
      "authorization-create-known",
      "authorization-redeem",
      "authorization-replay",
      "authorization-live",
      "refresh-create",
      "refresh-rotate",
      "refresh-spent",
      "refresh-live",
      "access-token-live",
      "userinfo_v1_find",
    ]),
  );
  expect(plans.filter(({ plan }) => OF_MANY.test(plan) || READ_WHOLE.test(plan))).toEqual([]);
});
