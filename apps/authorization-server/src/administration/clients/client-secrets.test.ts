import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { post } from "../../../testing/clients/tokens.ts";
import { type Api, startApi } from "../api/testing/api.ts";

const HOUR = 3600;
const DAY = 24 * HOUR;

let api: Api;
let token: string;
beforeAll(async () => {
  api = await startApi();
  await pass(0);
});
afterAll(() => api.close());

/** Lets time pass, with a token that is still valid then. */
async function pass(seconds: number): Promise<void> {
  api.pass(seconds);
  token = await api.tokenOf("clients:read", "clients:write");
}

interface Made {
  readonly client_id: string;
  readonly client_secret: string;
}

const metadata = { client_name: "Job", grant_types: ["client_credentials"] };
const add = async (more: object = {}): Promise<Made> =>
  (await api.call("/clients", { method: "POST", token, body: { ...metadata, ...more } })).body;
const rotate = (id: string, body: object = {}) =>
  api.call(`/clients/${id}/rotate-secret`, { method: "POST", token, body });
const end = (id: string) => api.call(`/clients/${id}/end-previous-secret`, { method: "POST", token });
const secretsOf = async (id: string) => (await api.call(`/clients/${id}/secrets`, { token })).body.items;
const header = (id: string, secret: string) => ({
  authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString("base64")}`,
});
/** Asks for a token with a secret. */
const use = ({ client_id }: Pick<Made, "client_id">, secret: string) =>
  post(api.origin, "/token", { grant_type: "client_credentials" }, header(client_id, secret));
const statusOf = async (made: Made, ...secrets: readonly string[]) => {
  const answers = [];
  for (const secret of secrets) answers.push((await use(made, secret)).status);
  return answers;
};
const grantsOf = async ({ client_id }: Made) =>
  (await api.rows(`SELECT count(*)::int AS n FROM "authorization" WHERE client_id = $1`, [client_id]))[0]?.n;
const at = (seconds: number) => new Date(api.clock.now.getTime() + seconds * 1000).toISOString();

describe("decision 208: a client has two secrets for a time", () => {
  it("the one before is valid for a day, or for as long as is said", async () => {
    const made = await add();
    const rotated = await rotate(made.client_id);
    expect([rotated.status, rotated.body.previous_secret_expires_at]).toEqual([200, at(DAY)]);
    const next = rotated.body.client_secret;
    expect(await statusOf(made, made.client_secret, next)).toEqual([200, 200]);
    await pass(DAY - 1);
    expect(await statusOf(made, made.client_secret, next)).toEqual([200, 200]);
    await pass(1);
    expect(await statusOf(made, made.client_secret, next)).toEqual([401, 200]);
    expect((await rotate(made.client_id, { overlap: HOUR })).body.previous_secret_expires_at).toBe(at(HOUR));
  });

  it("cred-15: no third one is: a further rotation ends the oldest", async () => {
    const made = await add();
    const second = (await rotate(made.client_id)).body.client_secret;
    const third = (await rotate(made.client_id)).body.client_secret;
    expect(await statusOf(made, made.client_secret, second, third)).toEqual([401, 200, 200]);
  });

  it("cred-15: without an overlap the one before ends at once, with what the client got for itself", async () => {
    const made = await add();
    await use(made, made.client_secret);
    const rotated = await rotate(made.client_id, { overlap: 0 });
    expect([rotated.body.previous_secret_expires_at, await grantsOf(made)]).toEqual([null, 0]);
    expect(await statusOf(made, made.client_secret, rotated.body.client_secret)).toEqual([401, 200]);
  });

  it("what the client got for itself stays during an overlap", async () => {
    const made = await add();
    await use(made, made.client_secret);
    await rotate(made.client_id);
    expect(await grantsOf(made)).toBe(1);
    await end(made.client_id);
    expect(await grantsOf(made)).toBe(0);
  });

  it("cred-15: the one before is ended before its time; then there is none to end", async () => {
    const made = await add();
    const next = (await rotate(made.client_id)).body.client_secret;
    expect((await end(made.client_id)).status).toBe(200);
    expect(await statusOf(made, made.client_secret, next)).toEqual([401, 200]);
    const events = await api.rows("SELECT type FROM audit_event WHERE client_id = $1 ORDER BY id", [made.client_id]);
    await end(made.client_id);
    const after = await api.rows("SELECT type FROM audit_event WHERE client_id = $1 ORDER BY id", [made.client_id]);
    expect(after).toEqual(events);
    expect(events.map(({ type }) => type)).toContain("client_secret_ended");
  });

  it("a secret that expires is valid no longer by a rotation", async () => {
    const made = await add();
    await api.rows("UPDATE client SET secret_expires_at = $2 WHERE id = $1", [made.client_id, at(HOUR)]);
    expect((await rotate(made.client_id)).body.previous_secret_expires_at).toBe(at(HOUR));
    await api.rows("UPDATE client SET secret_expires_at = $2 WHERE id = $1", [made.client_id, at(0)]);
    expect((await rotate(made.client_id)).body.previous_secret_expires_at).toBeNull();
  });

  it("the key of an HMAC is replaced at once", async () => {
    const made = await add({ token_endpoint_auth_method: "client_secret_jwt" });
    expect((await rotate(made.client_id)).body.previous_secret_expires_at).toBeNull();
  });

  it.each([
    ["negative", { overlap: -1 }],
    ["longer than a week", { overlap: 7 * DAY + 1 }],
    ["no number", { overlap: "1" }],
    ["not said by a body, as before: nothing ends later than a caller believes", undefined],
  ])("the overlap is refused if it is %s", async (_, body) => {
    const made = await add();
    const path = `/clients/${made.client_id}/rotate-secret`;
    expect((await api.call(path, { method: "POST", token, ...(body && { body }) })).status).toBe(400);
    expect(await statusOf(made, made.client_secret)).toEqual([200]);
  });
});

describe("decision 208: when each secret was last used", () => {
  it("is known to five minutes, for each", async () => {
    const made = await add();
    expect(await secretsOf(made.client_id)).toEqual([{ which: "current", expires_at: null, last_used_at: null }]);
    const first = at(0);
    await use(made, made.client_secret);
    await api.deps.clientUses.flush();
    const next = (await rotate(made.client_id)).body.client_secret;
    await pass(HOUR);
    await use(made, next);
    await use(made, "wrong");
    await api.deps.clientUses.flush();
    expect(await secretsOf(made.client_id)).toEqual([
      { which: "current", expires_at: null, last_used_at: at(0) },
      { which: "previous", expires_at: at(DAY - HOUR), last_used_at: first },
    ]);
    const included = await api.call(`/clients/${made.client_id}?include=secrets`, { token });
    expect(included.body.included.secrets.items).toHaveLength(2);
  });

  it("is written once in five minutes, and forgotten with the secret", async () => {
    const made = await add();
    const noted = async () => {
      await use(made, made.client_secret);
      await api.deps.clientUses.flush();
      return (await secretsOf(made.client_id))[0].last_used_at;
    };
    const first = await noted();
    await pass(299);
    expect(await noted()).toBe(first);
    await pass(1);
    expect(await noted()).toBe(at(0));
    await use(made, (await rotate(made.client_id, { overlap: 0 })).body.client_secret);
    await api.deps.clientUses.flush();
    const kept = "SELECT count(*)::int AS n FROM client_secret_use WHERE client_id = $1";
    expect(await api.rows(kept, [made.client_id])).toEqual([{ n: 1 }]);
  });

  it("a public client has none", async () => {
    expect(await secretsOf("publicClient")).toEqual([]);
    expect((await end("publicClient")).status).toBe(200);
  });
});
