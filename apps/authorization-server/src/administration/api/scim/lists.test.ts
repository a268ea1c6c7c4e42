import { randomUUID } from "node:crypto";
import { ENTERPRISE_SCHEMA } from "@countersign/scim";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Organization, type ScimApi, startScim } from "./testing/scim.ts";

let api: ScimApi;
let acme: Organization;
let rival: Organization;
const ids: Record<string, string> = {};
beforeAll(async () => {
  api = await startScim();
  acme = await api.organization("acme", "acme.example");
  rival = await api.organization("rival", "rival.example");
  await add(acme, "ann", { emails: [{ value: "ann@acme.example", type: "work" }], title: "Guide", externalId: "E-1" });
  await add(acme, "ben", {
    name: { familyName: "O'Neil" },
    [ENTERPRISE_SCHEMA]: { department: "Tours" },
    active: false,
  });
  await add(acme, "cat", {
    displayName: "Cat %_\\",
    emails: [{ value: "cat@home.example", type: "home", primary: true }],
  });
  await add(rival, "dan", { externalId: "E-1", title: "Guide" });
});
afterAll(() => api.close());

async function add(at: Organization, userName: string, more: object) {
  const { status, body } = await at.scim("/Users", { method: "POST", body: { userName, ...more } });
  expect(status).toBe(201);
  ids[userName] = body.id;
}

const list = async (filter: string, at = acme) => {
  const { status, body } = await at.scim(`/Users?filter=${encodeURIComponent(filter)}`);
  if (status !== 200) return [status, body.scimType];
  expect(body.totalResults).toBe(body.Resources.length);
  return body.Resources.map(({ userName }: { userName: string }) => userName).sort();
};

describe("RFC 7644 §3.4.2.2: filters", () => {
  it.each([
    ['userName eq "ANN"', ["ann"]],
    ['userName ne "ann"', ["ben", "cat"]],
    ['externalId eq "E-1"', ["ann"]],
    ['externalId eq "e-1"', []],
    ['userName sw "A" or userName ew "T"', ["ann", "cat"]],
    ["title pr", ["ann"]],
    ["not (title pr)", ["ben", "cat"]],
    ['title eq "guide"', ["ann"]],
    ['not (title eq "guide")', ["ben", "cat"]],
    ['title ne "guide"', ["ben", "cat"]],
    ["active eq false", ["ben"]],
    ['active eq "True"', ["ann", "cat"]],
    ['name.familyName eq "o\'neil"', ["ben"]],
    [`${ENTERPRISE_SCHEMA}:department co "our"`, ["ben"]],
    ['displayName co "%_\\\\"', ["cat"]],
    ['displayName co "%"', ["cat"]],
    ['emails co "acme.example"', ["ann"]],
    ["emails pr", ["ann", "cat"]],
    ["not (emails pr)", ["ben"]],
    ['emails[type eq "home" and primary eq true]', ["cat"]],
    ['emails[type eq "work" and value co "home"]', []],
    ['not (emails[type eq "work"])', ["ben", "cat"]],
    ['emails.value sw "a" and active eq true', ["ann"]],
    ['meta.created gt "2000-01-01T00:00:00Z"', ["ann", "ben", "cat"]],
    ['meta.lastModified lt "2000-01-01T00:00:00Z"', []],
    ['userName gt "ann" and not (userName ge "cat")', ["ben"]],
    ['id eq "x"', []],
    ["groups pr", []],
    ['userName eq "dan"', []],
    [`userName eq "'; DROP TABLE end_user; --"`, []],
  ])("%s", async (filter, names) => expect(await list(filter)).toEqual(names));

  it("scim-01: is refused if it is malformed, too deep, or about what is not an attribute", async () => {
    const deep = `${"(".repeat(1000)}title pr${")".repeat(1000)}`;
    for (const filter of [deep, 'password sw "a"', 'userName eq "a', "1 eq 1", 'schemas eq "a"', "meta.location pr"]) {
      expect([filter, await list(filter)]).toEqual([filter, [400, "invalidFilter"]]);
    }
  });

  it("finds users by username and externalId without reading all people", async () => {
    for (let from = 1; from <= 20_000; from += 5000) {
      await api.database.pool.query(
        `INSERT INTO end_user (id, username, username_folded, created_at, updated_at)
         SELECT gen_random_uuid(), 'bulk' || i, 'bulk' || i, now(), now() FROM generate_series($1::int, $1 + 4999) i`,
        [from],
      );
    }
    await api.database.pool.query("ANALYZE end_user");
    const started = performance.now();
    expect(await list('userName eq "ann"')).toEqual(["ann"]);
    expect(await list('externalId eq "E-1"')).toEqual(["ann"]);
    expect(performance.now() - started).toBeLessThan(1000);
  });
});

describe("RFC 7644 §3.4.2.4: pages", () => {
  const page = async (query: string) => (await acme.scim(`/Users?${query}`)).body;

  it("begin with 1, and are counted", async () => {
    const all = await page("");
    expect(all).toMatchObject({ totalResults: 3, startIndex: 1, itemsPerPage: 3 });
    const second = await page("startIndex=2&count=1");
    expect(second).toMatchObject({ totalResults: 3, startIndex: 2, itemsPerPage: 1 });
    expect(second.Resources[0].id).toBe(all.Resources[1].id);
    expect(await page("startIndex=-5&count=-1")).toMatchObject({ totalResults: 3, startIndex: 1, itemsPerPage: 0 });
    expect(await page("startIndex=9")).toMatchObject({ totalResults: 3, itemsPerPage: 0, Resources: [] });
    expect((await acme.scim("/Users?count=x")).status).toBe(400);
  });

  it("§3.4.3: are read by POST, too", async () => {
    const body = { filter: "title pr", attributes: ["userName", "title"], startIndex: 1, count: 5, sortBy: null };
    const { status, body: found } = await acme.scim("/Users/.search", { method: "POST", body });
    expect(status).toBe(200);
    expect(found.Resources).toEqual([{ schemas: expect.anything(), id: ids.ann, userName: "ann", title: "Guide" }]);
    const count = { filter: "title pr", count: "x" };
    expect((await acme.scim("/Users/.search", { method: "POST", body: count })).status).toBe(400);
    expect((await acme.scim("/Groups/.search", { method: "POST", body: {} })).body.totalResults).toBe(0);
  });

  it.each([
    ["a filter that is an object", { filter: { toString: 1 } }, "invalidValue"],
    // RFC 7644 §3.12: such a body has no structure that is read.
    ["attributes in arrays of arrays", `{"attributes":${"[".repeat(100_000)}${"]".repeat(100_000)}}`, "invalidSyntax"],
    ["a boolean", { count: true }, "invalidValue"],
    ["a NUL in a member that is not known", { other: "a\0" }, "invalidValue"],
    ["half a character in a name", { "\ud800": 1 }, "invalidValue"],
  ])("§3.4.3: are not read from a body with %s", async (_, body, scimType) => {
    const answer = await acme.scim("/Users/.search", { method: "POST", body });
    expect([answer.status, answer.body.scimType]).toEqual([400, scimType]);
  });

  it("§3.9: have the attributes that are wanted", async () => {
    const { Resources } = await page("attributes=userName&filter=externalId%20eq%20%22E-1%22");
    expect(Resources).toEqual([{ schemas: expect.anything(), id: ids.ann, userName: "ann" }]);
    expect((await page("excludedAttributes=emails,meta")).Resources[0]).not.toHaveProperty("meta");
  });
});

describe("scim-02: an organization sees and changes only its own people and groups", () => {
  it("scim-02: the users and groups of another organization are not found", async () => {
    const group = (await rival.scim("/Groups", { method: "POST", body: { displayName: "Theirs" } })).body;
    const body = { Operations: [{ op: "replace", path: "displayName", value: "x" }] };
    for (const path of [`/Users/${ids.dan}`, `/Groups/${group.id}`]) {
      expect((await acme.scim(path)).status).toBe(404);
      expect((await acme.scim(path, { method: "PATCH", body })).status).toBe(404);
      expect((await acme.scim(path, { method: "PUT", body: { userName: "dan", displayName: "x" } })).status).toBe(404);
      expect((await acme.scim(path, { method: "DELETE" })).status).toBe(404);
    }
    expect((await acme.scim("/Groups")).body.totalResults).toBe(0);
    expect((await rival.scim(`/Groups/${group.id}`)).body.displayName).toBe("Theirs");
    expect((await acme.scim(`/Users/${randomUUID()}`)).status).toBe(404);
    expect((await acme.scim("/Users/x'--")).status).toBe(404);
  });

  it("scim-02: people of another organization do not become members of a group", async () => {
    const wrong = { displayName: "Mixed", members: [{ value: ids.ann }, { value: ids.dan }] };
    const refused = await acme.scim("/Groups", { method: "POST", body: wrong });
    expect([refused.status, refused.body.scimType]).toEqual([400, "invalidValue"]);
    expect((await acme.scim("/Groups")).body.totalResults).toBe(0);

    const { id } = (await acme.scim("/Groups", { method: "POST", body: { displayName: "Ours" } })).body;
    for (const value of [ids.dan, api.alice, randomUUID(), "x"]) {
      const Operations = [{ op: "add", path: "members", value: [{ value }] }];
      const { status, body } = await acme.scim(`/Groups/${id}`, { method: "PATCH", body: { Operations } });
      expect([value, status, body.scimType]).toEqual([value, 400, "invalidValue"]);
    }
    expect((await acme.scim(`/Groups/${id}`)).body).not.toHaveProperty("members");
  });
});
