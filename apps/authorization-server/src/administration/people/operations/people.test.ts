import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { byOperatorAt } from "../../../../testing/acts/acts.ts";
import { openBrowser } from "../../../../testing/browser.ts";
import { authorizationOf, signIn } from "../../../../testing/flows.ts";
import { noon } from "../../../../testing/world.ts";
import { type Api, startApi } from "../../api/testing/api.ts";
import { addPerson } from "../people.ts";

let api: Api;
let token: string;
beforeAll(async () => {
  api = await startApi();
  token = await api.tokenOf("people:read", "people:write", "sessions:read", "sessions:write");
});
afterAll(() => api.close());

const add = (username: string, claims: object = {}) =>
  addPerson(api.database, { username, passwordHash: "x", claims }, byOperatorAt(noon));

/** Every page of a list, one item a page. */
async function pages(query: string): Promise<string[]> {
  const names: string[] = [];
  let cursor = "";
  for (;;) {
    const { status, body } = await api.call(`/people?limit=1&${query}${cursor}`, { token });
    expect(status).toBe(200);
    names.push(...body.items.map(({ username }: { username: string }) => username));
    if (body.next_cursor === undefined) return names;
    cursor = `&cursor=${body.next_cursor}`;
  }
}

describe("ad.5: people are listed page by page", () => {
  beforeAll(async () => {
    await add("zoe.one", { name: "Anna Zoe", email: "zoe@example.org" });
    await add("zoe.two", { email: "anna@example.org", email_verified: true });
    await add("anna", { name: "Anna" });
    await add("100%_sure");
  });

  it("by username, each once", async () => {
    expect(await pages("")).toEqual(["100%_sure", "alice", "anna", "mallory", "zoe.one", "zoe.two"]);
  });

  it("ad.6: by a part of a username, an address or a name, each once", async () => {
    expect(await pages("q=ANNA")).toEqual(["anna", "zoe.one", "zoe.two"]);
    expect(await pages("q=an")).toEqual(["anna", "zoe.two", "zoe.one"]);
    expect(await pages("q=zoe")).toEqual(["zoe.one", "zoe.two"]);
  });

  it("the newest first", async () => {
    await api.rows("UPDATE end_user SET created_at = created_at + interval '1 hour' WHERE username = 'anna'");
    expect((await pages("sort=-created_at"))[0]).toBe("anna");
    expect(await pages(`sort=-created_at&created_after=${noon.toISOString()}`)).toEqual(["anna"]);
  });

  it("by status", async () => {
    await api.rows("UPDATE end_user SET disabled_at = now() WHERE username = 'zoe.two'");
    expect(await pages("status=disabled")).toEqual(["zoe.two"]);
    expect(await pages("status=enabled&q=zoe")).toEqual(["zoe.one"]);
    await api.rows("UPDATE end_user SET disabled_at = NULL");
  });

  it.each(["%25", "_", "100%25_s", "'; --", '"', "\\", "\u{10FFFF}"])(
    "api-05: a search for %s is only for this text",
    async (text) => {
      expect(await pages(`q=${text}`)).toEqual(text === "100%25_s" ? ["100%_sure"] : []);
    },
  );

  it.each([
    ["q=", "#/query/q"],
    [`q=${"x".repeat(201)}`, "#/query/q"],
    ["sort=password_hash", "#/query/sort"],
    ["limit=201", "#/query/limit"],
    ["limit=1&limit=2", "#/query/limit"],
    ["offset=3", "#/query/offset"],
    ["created_after=yesterday", "#/query/created_after"],
    ["role=owner", "#/query/role"],
    ["factor=password_hash", "#/query/factor"],
    ["ids=1,2", "#/query/ids"],
    [`ids=${Array(101).fill(randomUUID()).join(",")}`, "#/query/ids"],
    ["cursor=x.y", "#/query/cursor"],
  ])("api-05: 400 for ?%s", async (query, pointer) => {
    const { status, body } = await api.call(`/people?${query}`, { token });
    expect([status, body.errors[0].pointer]).toEqual([400, pointer]);
  });

  it("api-04: a cursor is for its caller, its list and its filter", async () => {
    const { body } = await api.call("/people?limit=1", { token });
    const cursor = encodeURIComponent(body.next_cursor);
    const other = await api.tokenOf("people:read");
    const edited = `${body.next_cursor.startsWith("A") ? "B" : "A"}${body.next_cursor.slice(1)}`;
    expect((await api.call(`/people?limit=2&cursor=${cursor}`, { token })).status).toBe(200);
    for (const [query, as] of [
      [`cursor=${cursor}`, other],
      [`cursor=${cursor}&q=a`, token],
      [`cursor=${cursor}&sort=-created_at`, token],
      [`cursor=${cursor}&factor=none`, token],
      [`cursor=${encodeURIComponent(edited)}`, token],
    ]) {
      expect((await api.call(`/people?${query}`, { token: as })).status).toBe(400);
    }
  });
});

describe("ad.4: a person", () => {
  const password = "a long enough passphrase 17";

  it("is created, read, changed, disabled, enabled and deleted", async () => {
    const created = await api.call("/people", {
      method: "POST",
      token,
      body: { username: "nora", password, claims: { name: "Nora", email: "nora@example.org" } },
    });
    expect([created.status, created.headers.get("location")]).toEqual([201, `/admin/api/v1/people/${created.body.id}`]);
    expect(created.body).toMatchObject({ username: "nora", status: "enabled", email_verified: false });
    expect(created.body.factors).toEqual({ password: true, passkeys: 0, authenticator_apps: 0, recovery_codes: 0 });
    const path = `/people/${created.body.id}`;
    const read = await api.call(path, { token });
    expect(read.body).toEqual(created.body);

    const changed = await api.call(path, {
      method: "PATCH",
      token,
      body: { claims: { name: "Nora N.", nickname: "N" } },
      headers: { "if-match": read.headers.get("etag") ?? "" },
    });
    expect([changed.status, changed.body.name, changed.body.claims.nickname]).toEqual([200, "Nora N.", "N"]);
    const disabled = await api.call(`${path}/disable`, { method: "POST", token });
    expect(disabled.body.status).toBe("disabled");
    const again = await api.call(`${path}/disable`, { method: "POST", token });
    const unchanged = [disabled, again].map(({ headers }) => headers.get("countersign-unchanged"));
    expect([...unchanged, again.body]).toEqual([null, "yes", disabled.body]);
    const enabled = await api.call(`${path}/enable`, { method: "POST", token });
    expect(enabled.body.status).toBe("enabled");
    const match = { "if-match": enabled.headers.get("etag") ?? "" };
    expect((await api.call(path, { method: "DELETE", token, headers: match })).status).toBe(204);
    expect((await api.call(path, { token })).body.deletion_due_at).not.toBeNull();

    const events = await api.rows("SELECT type, actor FROM audit_event WHERE user_id = $1 ORDER BY id", [
      created.body.id,
    ]);
    expect(events.map(({ type }) => type)).toEqual([
      "user_added",
      "profile_changed",
      "user_disabled",
      "user_enabled",
      "deletion_requested",
    ]);
    expect(events.every(({ actor }) => actor === "client")).toBe(true);
  });

  it("api-06, ad.7: of two editors, the second is told that it was changed", async () => {
    const { headers } = await api.call(`/people/${api.alice}`, { token });
    const edit = (name: string) =>
      api.call(`/people/${api.alice}`, {
        method: "PATCH",
        token,
        body: { claims: { name } },
        headers: { "if-match": headers.get("etag") ?? "" },
      });
    const statuses = (await Promise.all([edit("One"), edit("Two")])).map(({ status }) => status);
    expect(statuses.toSorted()).toEqual([200, 412]);
    const without = await api.call(`/people/${api.alice}`, { method: "PATCH", token, body: { claims: {} } });
    expect([without.status, without.body.type]).toEqual([428, "urn:countersign:problem:precondition-required"]);
  });

  it.each(["id", "password_hash", "created_at", "managed_by", "username"])(
    "api-02: 400 for a change of %s",
    async (member) => {
      const body = `{"claims":{},"${member}":"x"}`;
      const headers = { "if-match": "*" };
      const { status, body: problem } = await api.call(`/people/${api.alice}`, {
        method: "PATCH",
        token,
        body,
        headers,
      });
      expect([status, problem.errors[0].pointer]).toEqual([400, `#/${member}`]);
    },
  );

  it("api-02, C12: 400 for a member __proto__", async () => {
    const request = { method: "PATCH", token, body: '{"claims":{},"__proto__":"x"}', headers: { "if-match": "*" } };
    const { status, body } = await api.call(`/people/${api.alice}`, request);
    expect([status, body.detail]).toEqual([400, "the body has a member __proto__, which is reserved"]);
  });

  it.each([
    ["a known password", { username: "u1", password: "password1234567" }, "#/password"],
    ["an empty username", { username: "", password }, "#/username"],
    ["a member that is unknown", { username: "u2", password, role: "owner" }, "#/role"],
    [
      "a claim that is not valid",
      { username: "u3", password, claims: { website: "javascript:1" } },
      "#/claims/website",
    ],
  ])("400 for %s", async (_, body, pointer) => {
    const answer = await api.call("/people", { method: "POST", token, body });
    expect([answer.status, answer.body.errors[0].pointer]).toEqual([400, pointer]);
  });

  it("409 for a username that is taken, 404 for a person that is unknown", async () => {
    expect((await api.call("/people", { method: "POST", token, body: { username: "ALICE", password } })).status).toBe(
      409,
    );
    for (const id of [randomUUID(), "x", "..%2f"]) {
      expect((await api.call(`/people/${id}`, { token })).status).toBe(404);
      expect((await api.call(`/people/${id}/disable`, { method: "POST", token })).status).toBe(404);
    }
  });
});

describe("ad.8: a POST with an Idempotency-Key", () => {
  const post = (key: string, username: string) =>
    api.call("/people", {
      method: "POST",
      token,
      body: { username, password: "a long enough passphrase 18" },
      headers: { "idempotency-key": key },
    });

  it("has one effect, also when it is sent twice at once", async () => {
    const [one, other] = await Promise.all([post("k1", "twice"), post("k1", "twice")]);
    expect([one.status, other.status].toSorted()[0]).toBe(201);
    expect([201, 409]).toContain([one.status, other.status].toSorted()[1]);
    const again = await post("k1", "twice");
    expect([again.status, again.body.username]).toEqual([201, "twice"]);
    expect(await api.rows("SELECT FROM end_user WHERE username = 'twice'")).toHaveLength(1);
  });

  it("422 for the same key with another body, and a key is its caller's", async () => {
    expect((await post("k1", "another")).status).toBe(422);
    const stranger = await api.tokenOf("people:write");
    const body = { username: "stranger1", password: "a long enough passphrase 18" };
    const answer = await api.call("/people", {
      method: "POST",
      token: stranger,
      body,
      headers: { "idempotency-key": "k1" },
    });
    expect(answer.status).toBe(201);
  });

  it("a request that did nothing leaves the key", async () => {
    expect((await post("k2", "alice")).status).toBe(409);
    expect((await post("k2", "free.now")).status).toBe(201);
  });
});

describe("sessions of a person", () => {
  it("are listed and ended", async () => {
    const browser = openBrowser(api.origin);
    await signIn(browser, await browser.get(authorizationOf("webClient")), "mallory");
    const path = `/people/${api.mallory}/sessions`;
    const { body } = await api.call(path, { token });
    expect(body.items).toHaveLength(1);
    const [{ id }] = body.items;
    expect((await api.call(`/people/${api.alice}/sessions/${id}`, { method: "DELETE", token })).status).toBe(404);
    expect((await api.call(`${path}/${id}`, { method: "DELETE", token })).status).toBe(204);
    expect((await api.call(`${path}/${id}`, { method: "DELETE", token })).status).toBe(404);
    const ended = await api.call(`/people/${api.mallory}/end-sessions`, { method: "POST", token });
    expect(ended.body).toEqual({ ended: 0 });
  });
});
