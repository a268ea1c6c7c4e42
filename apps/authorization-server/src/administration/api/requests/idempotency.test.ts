import { createHash, randomBytes, randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openWorld, type World } from "../../../../testing/world.ts";
import { sealedTexts } from "../../../issuer/keys/sealed-texts.ts";
import { openOutbox } from "../../../people/mail/outbox.ts";
import { eraseDue } from "../../../platform/jobs/erase-accounts.ts";
import { inPrismaTransaction, recordAudit } from "../../../platform/records/records.ts";
import { recordAudits } from "../../../platform/stores/audit/audit-rows.ts";
import { inTransaction } from "../../../platform/stores/transaction.ts";
import { eraseSoon } from "../../people/deletion.ts";
import { addPerson, disablePerson } from "../../people/people.ts";
import { once } from "./idempotency.ts";

const texts = sealedTexts([{ id: "k1", key: randomBytes(32) }]);
const mail = openOutbox({ isOn: false, domain: "auth.example", texts });
const log = { error: () => {}, info: () => {} };

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

const operation = { id: "act" };
const request = { params: {}, body: { password: "a guessable password" } };
const newOwner = () => ({ caller: "program", key: randomUUID() });
type Owner = ReturnType<typeof newOwner>;
const send = (owner: Owner, act: Parameters<typeof once>[1], sent: object = request, sealed = texts) =>
  once({ operation, request: sent as typeof request, owner }, act, {
    database: world.database,
    now: () => world.clock.now,
    sealedTexts: sealed,
  });
const byOf = (owner: Owner) => ({ actor: { kind: "operator" }, at: world.clock.now, request: owner }) as const;
const rowOf = async ({ key }: Owner) => (await world.rows("SELECT * FROM idempotency_key WHERE key = $1", [key]))[0];

const lost = () => Object.assign(new Error("terminating connection"), { code: "57P01" });
const problem = async (sent: Promise<unknown>) => sent.then(() => "none").catch((err: Error) => err.message);
const CARRIED_OUT = expect.stringMatching(
  /^the first request with this Idempotency-Key was carried out, at least in part/,
);

/** Each way to write the audit rows of an act. */
const ACTS = {
  "by SQL": (owner: Owner) => disablePerson(world.database, world.mallory, byOf(owner), undefined),
  "by Prisma Client": (owner: Owner) =>
    inPrismaTransaction(world.database, (records) =>
      recordAudit(records, { type: "initial_access_token_revoked", ...byOf(owner), detail: {} }),
    ),
  "by rows of many at once": (owner: Owner) =>
    inTransaction(world.database.pool, (query) =>
      recordAudits(query, [{ type: "initial_access_token_revoked", ...byOf(owner), detail: {} }]),
    ),
};

describe("A20: an act whose commit was not confirmed is not done twice", () => {
  it.each(Object.entries(ACTS))("%s: the key stays, and the retry is told", async (_, act) => {
    const owner = newOwner();
    let acted = 0;
    const acting = async () => {
      acted += 1;
      await act(owner);
      throw lost();
    };
    expect(await problem(send(owner, acting))).toBe("terminating connection");
    for (const _again of [1, 2]) expect(await problem(send(owner, acting))).toEqual(CARRIED_OUT);
    expect(acted).toBe(1);
    // Also later, when a request that did nothing would have died with its process.
    world.pass(3600);
    expect(await problem(send(owner, acting))).toEqual(CARRIED_OUT);
    expect(acted).toBe(1);
  });

  it("an act that was rolled back is done by the retry", async () => {
    const owner = newOwner();
    const failing = async () => {
      await world.database.pool.query("SELECT 1");
      throw lost();
    };
    await problem(send(owner, failing));
    expect(await send(owner, async () => ({ body: { done: true } }))).toEqual({ body: { done: true } });
  });

  it("a commit that is under way is waited for", async () => {
    const owner = newOwner();
    const client = await world.database.pool.connect();
    const first = problem(
      send(owner, async () => {
        await client.query("BEGIN");
        await client.query("UPDATE idempotency_key SET acted_at = now() WHERE key = $1", [owner.key]);
        throw lost();
      }),
    );
    const waiting =
      "SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE 'DELETE FROM idempotency%'";
    await expect.poll(async () => (await world.rows(waiting)).length).toBe(1);
    await client.query("COMMIT");
    client.release();
    expect(await first).toBe("terminating connection");
    expect(await problem(send(owner, async () => ({ body: {} })))).toEqual(CARRIED_OUT);
  });

  it("a process that ended before it did anything leaves the key after ten minutes", async () => {
    const owner = newOwner();
    const never = send(owner, () => new Promise(() => {}));
    await expect.poll(() => rowOf(owner)).toBeDefined();
    expect(await problem(send(owner, async () => ({ body: {} })))).toMatch(/still runs$/);
    world.pass(601);
    expect(await send(owner, async () => ({ body: { done: 1 } }))).toEqual({ body: { done: 1 } });
    expect(never).toBeInstanceOf(Promise);
  });

  it("an answer that cannot be kept reaches its caller", async () => {
    const owner = newOwner();
    const answer = send(owner, async () => {
      await world.rows("ALTER TABLE idempotency_key ADD CONSTRAINT refuse CHECK (sealed_reply IS NULL) NOT VALID");
      return { body: { done: true } };
    });
    expect(await answer).toEqual({ body: { done: true } });
    await world.rows("ALTER TABLE idempotency_key DROP CONSTRAINT refuse");
  });
});

describe("A20: what a key keeps does not lie in clear, and goes with the person", () => {
  const person = () => ({ username: `u${randomUUID()}`, passwordHash: "x", claims: {} });
  const added = async (owner: Owner) => {
    const about = person();
    const reply = async () => {
      const id = await addPerson(world.database, about, byOf(owner));
      return { body: { id, username: about.username } };
    };
    return { about, reply: (await send(owner, reply)).body as { id: string } };
  };

  it("request and reply are sealed, and the reply is repeated", async () => {
    const owner = newOwner();
    const { about, reply } = await added(owner);
    const stored = JSON.stringify(await rowOf(owner), (_, value) =>
      value?.type === "Buffer" ? Buffer.from(value.data).toString("latin1") : value,
    );
    expect(stored).not.toContain(about.username);
    const hash = createHash("sha256")
      .update(JSON.stringify(["act", {}, request.body]))
      .digest();
    for (const form of ["latin1", "base64", "hex"] as const) expect(stored).not.toContain(hash.toString(form));
    expect((await send(owner, async () => ({ body: {} }))).body).toEqual(reply);
    expect(await problem(send(owner, async () => ({ body: {} }), { ...request, body: {} }))).toMatch(/another request/);
  });

  it("an erasure takes the reply, and what was done is not done again", async () => {
    const owner = newOwner();
    const { reply } = await added(owner);
    await eraseSoon(world.database, reply.id, byOf(newOwner()), { kept: undefined });
    await eraseDue({ database: world.database, mail, log }, world.clock.now);
    expect(await rowOf(owner)).toMatchObject({ sealed_reply: null, user_id: null });
    expect(await problem(send(owner, async () => ({ body: {} })))).toEqual(CARRIED_OUT);
  });

  it("without the key-encryption key nothing is opened, and nothing is done twice", async () => {
    const owner = newOwner();
    await added(owner);
    const others = sealedTexts([{ id: "k2", key: randomBytes(32) }]);
    expect(await problem(send(owner, async () => ({ body: {} }), request, others))).toMatch(/another request/);
  });
});
