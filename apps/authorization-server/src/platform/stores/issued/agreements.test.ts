import { randomUUID } from "node:crypto";
import { clientMetadata, hashSecret, NO_SENDER, newSecret } from "@countersign/rules";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { byOperatorAt } from "../../../../testing/acts/acts.ts";
import { redirectUriOf } from "../../../../testing/clients/clients.ts";
import { type Issuing, openIssuing } from "../../../../testing/clients/issuing.ts";
import { WAITING_STATEMENTS } from "../../../../testing/waiting-statements.ts";
import { issuer, noon, openWorld, resource, type World } from "../../../../testing/world.ts";
import { addClient, disableClient } from "../../../administration/clients/clients.ts";
import { withdrawConsents } from "../../../administration/sessions/consents.ts";
import { registrationStore } from "../client/registration/registrations.ts";
import { inTransaction } from "../transaction.ts";
import { takeBack } from "./agreements.ts";
import { consentStore } from "./consents.ts";

const by = { at: noon, address: "192.0.2.7" };
const shares = (...scopes: string[]) => ({ scopes, claims: [] });

let world: World;
let issuing: Issuing;
beforeAll(async () => {
  world = await openWorld({ max: 6 });
  issuing = openIssuing(world);
});
afterAll(() => world.close());

let clientId: string;
let registrationAccessToken: string;
beforeEach(async () => {
  clientId = randomUUID();
  registrationAccessToken = newSecret();
  const metadata = clientMetadata({ issuer }).parse({ client_name: "C", redirect_uris: ["https://nice.example/cb"] });
  await addClient(
    world.database,
    { id: clientId, metadata, secretHash: undefined, logo: undefined },
    byOperatorAt(noon),
  );
  await world.rows("UPDATE client SET registration_access_token_hash = $2 WHERE id = $1", [
    clientId,
    hashSecret(registrationAccessToken),
  ]);
  await agree();
});

const agree = (clientRevision = 0, declined = shares()) =>
  consentStore(world.database).record(
    { userId: world.alice, clientId, clientRevision, host: "nice.example" },
    [{ resource, consent: { granted: shares("openid", "email"), declined } }],
    by,
  );
const withdraw = () => withdrawConsents(world.database, { userId: world.alice, clientId }, byOperatorAt(noon));
let moves = 0;
const move = () => {
  moves += 1;
  const redirect_uris = [`https://evil-${moves}.example/cb`];
  const metadata = clientMetadata({ issuer }).parse({ client_name: "C", redirect_uris });
  const replacement = { metadata, logo: undefined, secretHash: undefined, newSecret: undefined };
  const registrations = registrationStore(world.database, { changed: () => {} });
  return registrations.replace({ id: clientId, registrationAccessToken }, replacement, by);
};
const revision = async () =>
  Number((await world.rows("SELECT revision FROM client WHERE id = $1", [clientId]))[0]?.revision);
const live = () =>
  world.rows(`SELECT scopes FROM "authorization" WHERE client_id = $1 AND revoked_at IS NULL`, [clientId]);
const consents = () => world.rows("SELECT FROM consent WHERE client_id = $1", [clientId]);

/** A request that read the session, the consent and the client, and is about to be answered. */
async function underway(knowsSession: boolean) {
  const session = await issuing.find(await issuing.signIn(world.alice), clientId);
  const later = new Date(noon.getTime() + 86_400_000);
  const { id = "", consentsRevision = 0 } = session ?? {};
  const known = { id, consentsRevision, sid: randomUUID(), idleExpiresAt: later };
  const within = knowsSession ? known : { ...known, sid: undefined, idleExpiresAt: noon };
  const changes = { clientId, clientRevision: await revision(), session: within };
  return { sessionId: id, answer: () => issuing.code(changes) };
}

/** Locks a row, as another transaction does, until a request waits for it, or none needs it any more. */
async function holding(text: string, id: string, meanwhile: () => Promise<unknown>): Promise<void> {
  const holder = await world.database.pool.connect();
  await holder.query("BEGIN");
  await holder.query(text, [id]);
  let isDone = false;
  const done = meanwhile().finally(() => {
    isDone = true;
  });
  try {
    await expect
      .poll(async () => isDone || (await world.rows(WAITING_STATEMENTS)).length > 0, { timeout: 10_000 })
      .toBe(true);
  } finally {
    await holder.query("COMMIT");
    holder.release();
  }
  await done;
}

describe.each([
  ["withdraws it", withdraw],
  ["is taken along by another registration", move],
] as const)("consent-12: an authorization that is being issued when a consent ends, because a person %s", (_, act) => {
  describe.each([
    ["knows", true],
    ["does not know yet", false],
  ])("in a session that the client %s", (__, knowsSession) => {
    it.each([
      ["session", "SELECT FROM browser_session WHERE id = $1 FOR UPDATE", (sessionId: string) => sessionId],
      ["person", "SELECT FROM end_user WHERE id = $1 FOR UPDATE", () => world.alice],
      ["client", "SELECT FROM client WHERE id = $1 FOR UPDATE", () => clientId],
    ])("is revoked with it, while it waits for the %s", async (___, text, idOf) => {
      for (const actsFirst of [false, true]) {
        await agree(await revision());
        const { sessionId, answer } = await underway(knowsSession);
        await holding(text, idOf(sessionId), () => Promise.all(actsFirst ? [act(), answer()] : [answer(), act()]));
        expect(await live()).toEqual([]);
        expect(await consents()).toEqual([]);
      }
    });

    it("is not issued if it comes after", async () => {
      const { answer } = await underway(knowsSession);
      await act();
      expect(await answer()).toBeUndefined();
    });
  });
});

describe("a consent that is given while its client or person changes", () => {
  it("is not stored if the client was changed by then", async () => {
    await move();
    expect(await agree(0)).toBe(false);
    expect(await consents()).toEqual([]);
    expect(await agree(1)).toBe(true);
  });

  it("what it takes back is not issued by a request that was in progress", async () => {
    const { answer } = await underway(true);
    await agree(0, shares("phone"));
    expect(await answer()).toBeUndefined();
  });
});

describe("RFC 6819 §5.2.2.4: withdrawing a consent", () => {
  it("revokes everything that depends on it, and nothing else", async () => {
    await (await underway(false)).answer();
    await (await underway(false)).answer();
    const session = await issuing.find(await issuing.signIn(world.alice));
    const others = await issuing.code({ ...(session && { session }) });
    expect(await withdraw()).toEqual({ consents: 1, authorizations: 2 });
    expect(await live()).toEqual([]);
    const binding = {
      clientId: "webClient",
      redirectUri: "https://rp.example/cb",
      codeChallenge: "challenge",
      sender: NO_SENDER,
    };
    expect(await issuing.authorizations.redeemCode(others ?? "", binding, undefined, noon, 300)).toBeDefined();
    const told = "SELECT actor, user_id, detail FROM audit_event WHERE client_id = $1 AND type = 'consent_withdrawn'";
    expect(await world.rows(told, [clientId])).toEqual([
      { actor: "operator", user_id: world.alice, detail: { consents: 1, authorizations: 2 } },
    ]);
  });

  it("works once: the second time nothing is found, and nothing is audited", async () => {
    await withdraw();
    expect(await withdraw()).toEqual({ consents: 0, authorizations: 0 });
    const told = "SELECT FROM audit_event WHERE client_id = $1 AND type = 'consent_withdrawn'";
    expect(await world.rows(told, [clientId])).toHaveLength(1);
  });
});

describe("OIDC Core §11: an authorization that outlives its session, without offline_access among its scopes", () => {
  /** A client without `openid` redeems a code for `profile offline_access` with `scope=profile`. */
  const narrowed = async () => {
    const code = await issuing.code({ clientId, scopes: ["profile", "offline_access"] });
    const binding = {
      clientId,
      redirectUri: redirectUriOf("webClient"),
      codeChallenge: "challenge",
      sender: NO_SENDER,
    };
    await issuing.authorizations.redeemCode(code ?? "", binding, ["profile"], noon, 300);
    expect(await live()).toEqual([{ scopes: ["profile"] }]);
  };

  it("rt-17: ends when the person declines offline_access", async () => {
    await narrowed();
    await agree(0, shares("offline_access"));
    expect(await live()).toEqual([]);
  });

  it("stays when the person declines another scope", async () => {
    await narrowed();
    await agree(0, shares("phone"));
    expect(await live()).toEqual([{ scopes: ["profile"] }]);
  });

  it.each([
    ["rt-17: ends when the registration drops offline_access", ["offline_access"], []],
    ["stays when the registration drops another scope", ["phone"], [{ scopes: ["profile"] }]],
  ])("%s", async (_, scopes, left) => {
    await narrowed();
    const taken = { scopes, refreshTokens: false, redirectUris: false };
    await inTransaction(world.database.pool, (query) =>
      takeBack(query, { clientId, redirectUris: [], taken, at: noon }),
    );
    expect(await live()).toEqual(left);
  });

  it("an authorization that is bound to a session stays when offline_access is taken back", async () => {
    await issuing.code({ clientId, scopes: ["profile"] });
    await agree(0, shares("offline_access"));
    expect(await live()).toEqual([{ scopes: ["profile"] }]);
  });
});

describe("dos-25: authorizations of a client with very many are revoked in batches", () => {
  const MANY = 2500;
  const copies = `
    INSERT INTO "authorization" (id, client_id, user_id, sid, sub, scopes, resource, acr, amr, auth_time, redirect_uri,
                                 created_at, expires_at)
    SELECT gen_random_uuid(), client_id, user_id, sid, sub, scopes, resource, acr, amr, auth_time, redirect_uri,
           created_at, expires_at
      FROM "authorization", generate_series(2, ${MANY}) WHERE client_id = $1`;
  beforeEach(async () => {
    await (await underway(false)).answer();
    await world.rows(copies, [clientId]);
  });

  const locked = async (text: string) => {
    const holder = await world.database.pool.connect();
    await holder.query("BEGIN");
    await holder.query(text, [clientId]);
    return async () => {
      await holder.query("COMMIT");
      holder.release();
    };
  };
  const liveCount = async () => (await live()).length;
  const largestBatch = async () => {
    const sizes = await world.rows(
      `SELECT count(*) AS size FROM "authorization" WHERE client_id = $1
          AND revoked_at IS NOT NULL GROUP BY xmin::text`,
      [clientId],
    );
    return Math.max(...sizes.map(({ size }) => Number(size)));
  };
  const told = async (type: string) =>
    (await world.rows("SELECT detail FROM audit_event WHERE client_id = $1 AND type = $2", [clientId, type]))[0]
      ?.detail;

  it("before its change takes the lock that new authorizations wait for", async () => {
    const unlock = await locked("SELECT FROM client WHERE id = $1 FOR UPDATE");
    const moved = move();
    try {
      await expect.poll(liveCount).toBe(0);
      expect([await revision(), await consents()]).toEqual([0, []]);
    } finally {
      await unlock();
      await moved;
    }
    expect(await revision()).toBe(1);
    expect(await largestBatch()).toBe(1000);
    expect(await told("client_updated")).toMatchObject({ ended: { consents: 1, authorizations: MANY } });
  });

  it("after it was disabled: that is committed first, and a locked row is processed last", async () => {
    const unlock = await locked(`
      SELECT FROM "authorization" WHERE id = (SELECT id FROM "authorization" WHERE client_id = $1 LIMIT 1) FOR UPDATE`);
    const disabled = disableClient(world.database, clientId, byOperatorAt(noon));
    try {
      await expect.poll(liveCount).toBe(1);
      expect(await world.rows("SELECT FROM client WHERE id = $1 AND disabled_at IS NOT NULL", [clientId])).toHaveLength(
        1,
      );
    } finally {
      await unlock();
    }
    expect(await disabled).toBe(true);
    expect([await liveCount(), await largestBatch()]).toEqual([0, 1000]);
  });

  it("and authorizations that have already ended are not changed", async () => {
    await world.rows(`UPDATE "authorization" SET expires_at = $2 WHERE client_id = $1`, [clientId, noon]);
    await move();
    await disableClient(world.database, clientId, byOperatorAt(noon));
    expect(await liveCount()).toBe(MANY);
  });
});
