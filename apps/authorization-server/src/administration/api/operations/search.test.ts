import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Api, startApi } from "../testing/api.ts";

let api: Api;
beforeAll(async () => {
  api = await startApi();
  await api.rows(
    `INSERT INTO end_user (id, username, name, created_at, updated_at)
     VALUES (gen_random_uuid(), 'bob', 'Bob Miller', now(), now())`,
  );
  await api.rows(
    `INSERT INTO organization (id, slug, name, created_at) VALUES (gen_random_uuid(), 'mill', 'The Millers', now())`,
  );
  const token = await api.tokenOf("clients:write");
  const body = { client_name: "Miller's desk", redirect_uris: ["https://desk.example/cb"] };
  await api.call("/clients", { method: "POST", token, body });
});
afterAll(() => api.close());

describe("21: one search finds people, applications and organizations", () => {
  it.each([
    [
      ["people:read", "clients:read", "organizations:read"],
      [["bob"], ["Miller's desk"], ["mill"]],
    ],
    [["people:read"], [["bob"], [], []]],
    [["clients:read"], [[], ["Miller's desk"], []]],
    [["audit:read"], [[], [], []]],
  ] as const)("with %j it finds %j", async (scopes, [people, clients, organizations]) => {
    const { status, body } = await api.call("/search?q=MILLER", { token: await api.tokenOf(...scopes) });
    expect(status).toBe(200);
    expect(body.people.map(({ username }: { username: string }) => username)).toEqual(people);
    expect(body.clients.map(({ client_name }: { client_name: string }) => client_name)).toEqual(clients);
    expect(body.organizations.map(({ slug }: { slug: string }) => slug)).toEqual(organizations);
  });

  it("finds each by its whole ID", async () => {
    const token = await api.tokenOf("people:read", "clients:read", "organizations:read");
    const ids = await api.rows(
      `SELECT (SELECT id::text FROM end_user WHERE username = 'bob') AS people,
              (SELECT id FROM client WHERE name LIKE 'Miller%') AS clients,
              (SELECT id::text FROM organization WHERE slug = 'mill') AS organizations`,
    );
    for (const [noun, id] of Object.entries(ids[0] ?? {})) {
      const { body } = await api.call(`/search?q=${id}`, { token });
      const found = Object.entries(body).map(([name, list]) => [name, (list as readonly unknown[]).length]);
      expect(Object.fromEntries(found)).toEqual({ people: 0, clients: 0, organizations: 0, [noun]: 1 });
    }
  });

  it("needs a text", async () => {
    expect((await api.call("/search?q=", { token: await api.tokenOf("people:read") })).status).toBe(400);
  });
});
