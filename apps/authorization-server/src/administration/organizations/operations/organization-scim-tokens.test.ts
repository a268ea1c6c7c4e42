import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { byOperatorAt } from "../../../../testing/acts/acts.ts";
import { noon } from "../../../../testing/world.ts";
import { type ScimApi, startScim } from "../../api/scim/testing/scim.ts";
import { addOrganization } from "../organizations.ts";

let api: ScimApi;
let token: string;
let acme: string;
let other: string;
beforeAll(async () => {
  api = await startScim();
  token = await api.tokenOf("organizations:read", "organizations:write");
  const by = byOperatorAt(noon);
  acme = (await addOrganization(api.database, { slug: "acme", name: "Acme" }, by)) ?? "";
  other = (await addOrganization(api.database, { slug: "other", name: "Other" }, by)) ?? "";
});
afterAll(() => api.close());

const at = (organization: string, more = "") => `/organizations/${organization}/scim-tokens${more}`;

describe("sc.1: tokens of an organization for SCIM", () => {
  it("are shown once, work at SCIM, and end when they are revoked", async () => {
    const body = { note: "Okta", lifetime_days: 30 };
    const headers = { "idempotency-key": "once" };
    const made = await api.call(at(acme), { method: "POST", token, body, headers });
    expect(made.status).toBe(201);
    expect((await api.scim(made.body.token, "/Users")).status).toBe(200);
    const again = await api.call(at(acme), { method: "POST", token, body, headers });
    expect(again.body).toMatchObject({ id: made.body.id, note: "Okta" });
    expect(again.body).not.toHaveProperty("token");

    const { items } = (await api.call(at(acme), { token })).body;
    expect(items).toMatchObject([{ id: made.body.id, note: "Okta" }]);
    expect(items[0]).not.toHaveProperty("token");

    expect((await api.call(at(other), { token })).body.items).toEqual([]);
    expect((await api.call(at(other, `/${made.body.id}`), { method: "DELETE", token })).status).toBe(404);
    expect((await api.scim(made.body.token, "/Users")).status).toBe(200);
    expect((await api.call(at(acme, `/${made.body.id}`), { method: "DELETE", token })).status).toBe(204);
    expect((await api.scim(made.body.token, "/Users")).status).toBe(401);
  });

  it("live a year at most", async () => {
    const { status } = await api.call(at(acme), { method: "POST", token, body: { lifetime_days: 366 } });
    expect(status).toBe(400);
  });
});
