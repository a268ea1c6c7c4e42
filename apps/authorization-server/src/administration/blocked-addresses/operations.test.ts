import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { byOperatorAt } from "../../../testing/acts/acts.ts";
import { type Api, startApi } from "../api/testing/api.ts";
import { addKept, changeKept, markKept } from "../entity-acts.ts";
import { blockedAddresses } from "./entity.ts";

let api: Api;
let token: string;
beforeAll(async () => {
  api = await startApi();
  token = await api.tokenOf("settings:read", "settings:write");
});
afterAll(() => api.close());
beforeEach(() => api.rows("DELETE FROM blocked_address"));

const call = (path: string, method = "GET", body?: object, headers = {}) =>
  api.call(`/blocked-addresses${path}`, { method, token, ...(body && { body }), headers });
const add = (address: string, more = {}) => call("", "POST", { address, ...more });

describe("blocked addresses by the administration API", () => {
  it("are added, read, changed and removed by their id", async () => {
    const made = await add("Trash.EXAMPLE", { reason: "throwaway" });
    const { id } = made.body;
    expect([made.status, made.headers.get("location")]).toEqual([201, `/admin/api/v1/blocked-addresses/${id}`]);
    expect(made.body).toMatchObject({ address: "trash.example", subdomains: false, expires_at: null });
    expect((await call(`/${id}`)).body).toEqual(made.body);
    const etag = made.headers.get("etag") ?? "";
    const changed = await call(`/${id}`, "PATCH", { subdomains: true }, { "if-match": etag });
    expect([changed.status, changed.body.subdomains]).toEqual([200, true]);
    expect((await call(`/${id}`, "PATCH", { subdomains: false }, { "if-match": etag })).status).toBe(412);
    expect((await call(`/${id}`, "DELETE")).status).toBe(428);
    expect((await call(`/${id}`, "DELETE", undefined, { "if-match": "*" })).status).toBe(204);
    expect((await call(`/${id}`)).status).toBe(404);
  });

  it.each([
    ["what is neither", { address: "nothing" }],
    ["everyone", { address: "::/0" }],
    ["subdomains of a network", { address: "192.0.2.0/24", subdomains: true }],
    ["a time without a zone", { address: "a.example", expires_at: "2031-01-01T00:00:00" }],
    ["a reason that misleads", { address: "a.example", reason: "a\u202eb" }],
    ["a stranger", { address: "a.example", enabled: true }],
  ])("%s: 400, and nothing is added", async (_, body) => {
    expect((await call("", "POST", body)).status).toBe(400);
    expect(await api.rows("SELECT FROM blocked_address")).toEqual([]);
  });

  it("another one for the same addresses: 409", async () => {
    await add("192.0.2.0/24");
    expect((await add("::ffff:192.0.2.9/120")).status).toBe(409);
  });

  it("are listed page by page", async () => {
    for (const name of ["c", "a", "b"]) await add(`${name}.example`);
    const first = await call("?limit=2");
    expect(first.body.items.map(({ address }: { address: string }) => address)).toEqual(["a.example", "b.example"]);
    const next = await call(`?limit=2&cursor=${first.body.next_cursor}`);
    expect(next.body).toMatchObject({ items: [{ address: "c.example" }] });
    expect(next.body.next_cursor).toBeUndefined();
  });

  it("cf.3: one that a configuration declares is changed there", async () => {
    const { id } = (await add("a.example")).body;
    await markKept(
      async (text, values) => [...(await api.rows(text, [...values]))],
      blockedAddresses,
      "a.example",
      "f",
    );
    const match = { "if-match": "*" };
    expect((await call(`/${id}`, "PATCH", { reason: "x" }, match)).status).toBe(409);
    expect((await call(`/${id}`, "DELETE", undefined, match)).status).toBe(409);
  });
});

describe("block-05: locking oneself out", () => {
  const values = { subdomains: false, reason: "", expiresAt: null };
  const administrator = { kind: "administrator", userId: "00000000-0000-4000-8000-000000000001" } as const;

  it("an administrator cannot block the network in which they are; the command line can, and can undo it", async () => {
    const by = { actor: administrator, at: api.clock.now, address: "::ffff:192.0.2.7" };
    const own = { ...values, address: "192.0.2.0/24" };
    await expect(addKept(api.database, blockedAddresses, own, by)).rejects.toThrow("your own address");
    await addKept(api.database, blockedAddresses, own, { ...by, address: "198.51.100.7" });
    const operator = byOperatorAt(api.clock.now);
    const id = await addKept(api.database, blockedAddresses, { ...values, address: "198.51.100.0/24" }, operator);
    const change = { id, changes: { reason: "x" } };
    const theirs = { ...by, address: "198.51.100.7" };
    await expect(changeKept(api.database, blockedAddresses, change, theirs)).rejects.toThrow("your own address");
    expect(await api.rows("SELECT address FROM blocked_address ORDER BY 1")).toHaveLength(2);
  });
});
