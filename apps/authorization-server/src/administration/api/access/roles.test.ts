import { decodeJwt } from "jose";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { byOperatorAt } from "../../../../testing/acts/acts.ts";
import { openBrowser } from "../../../../testing/browser.ts";
import { redirectUriOf } from "../../../../testing/clients/clients.ts";
import { basic, codeFor, redeem } from "../../../../testing/flows.ts";
import { assignRole, revokeRole } from "../../roles/roles.ts";
import { OPERATIONS } from "../operation-table.ts";
import { ADMIN_SCOPES, type AdminScope, STANDING_ROLES } from "../scopes.ts";
import { type Api, adminResource, startApi } from "../testing/api.ts";

let api: Api;
let token: string;
beforeAll(async () => {
  api = await startApi();
  await api.rows("UPDATE client SET scopes = $1 WHERE id = 'offlineClient'", [["openid", ...ADMIN_SCOPES]]);
  // Alice signs in at a console, and agrees to everything.
  const asked = { resource: adminResource, scope: ["openid", ...ADMIN_SCOPES].join(" ") };
  const code = await codeFor(openBrowser(api.origin), "offlineClient", asked);
  const answer = await redeem(
    api.origin,
    code,
    { redirect_uri: redirectUriOf("offlineClient") },
    basic("offlineClient"),
  );
  token = answer.body.access_token;
  api.pass(1);
});
afterAll(() => api.close());
beforeEach(() => api.rows("DELETE FROM role_assignment"));

type Role = keyof typeof STANDING_ROLES;
const by = () => byOperatorAt(api.clock.now);
const give = (role: Role, userId = api.alice) =>
  assignRole(api.database, { resource: adminResource, name: role }, { userId }, by());
const take = (role: Role, userId = api.alice) =>
  revokeRole(api.database, { resource: adminResource, name: role }, { userId }, by(), undefined);

function allows(role: Role | undefined, scope: AdminScope | "any"): boolean {
  if (role === undefined) return false;
  const scopes: readonly string[] = STANDING_ROLES[role];
  return scope === "any" || scopes.includes(scope);
}

describe("api-01, og.6: a person needs a role in addition to the scope", () => {
  const roles = Object.keys(STANDING_ROLES) as Role[];
  // What each role may do is tried below. Here each operation is called without a role, by one role that allows it, and
  // by one that does not.
  const matrix = OPERATIONS.flatMap((operation) => {
    const allowing = roles.find((role) => allows(role, operation.scope));
    const refusing = roles.find((role) => !allows(role, operation.scope));
    const tried = new Set([undefined, allowing, refusing]);
    return [...tried].map((role) => [operation.id, role ?? "no role", operation, role] as const);
  });

  it("the token has every scope", () => {
    expect(decodeJwt(token)).toMatchObject({ aud: adminResource, scope: ADMIN_SCOPES.join(" "), sub: api.alice });
  });

  it.each(matrix)("%s with %s", async (_, __, { method, path, scope, body, needsMatch, needsStepUp }, role) => {
    if (role !== undefined) await give(role);
    const { status } = await api.call(path.replace(/:\w+/g, "00000000-0000-4000-8000-000000000009"), {
      method,
      token,
      ...(body === undefined ? {} : { body: {} }),
      headers: needsMatch ? { "if-match": '"x"' } : {},
    });
    // Alice signed in only by a password.
    const expected = needsStepUp ? [401] : allows(role, scope) ? [200, 204, 400, 404] : [403];
    expect(expected).toContain(status);
  });
});

describe("a person learns what they may do", () => {
  it.each(Object.keys(STANDING_ROLES) as Role[])("what the role %s allows, of what their token has", async (role) => {
    await give(role);
    await api.rows("UPDATE end_user SET zoneinfo = 'Europe/Berlin' WHERE id = $1", [api.alice]);
    const { body } = await api.call("/caller", { token });
    expect(body).toEqual({
      kind: "person",
      id: api.alice,
      name: "alice example",
      scopes: [...STANDING_ROLES[role]],
      role,
      organization: null,
      time_zone: "Europe/Berlin",
    });
  });
});

describe("api-07: a person who loses a role is refused at once", () => {
  it("although the token is valid", async () => {
    await give("auditor");
    expect((await api.call("/audit", { token })).status).toBe(200);
    await take("auditor");
    expect((await api.call("/audit", { token })).status).toBe(403);
  });
});

describe("ad.2: grave operations need a strong sign-in", () => {
  it("the challenge says which (RFC 9470 §3)", async () => {
    await give("owner");
    const { status, headers, body } = await api.call(`/people/${api.mallory}`, {
      method: "DELETE",
      token,
      headers: { "if-match": "*" },
    });
    expect([status, body.type]).toEqual([401, "urn:countersign:problem:insufficient-authentication"]);
    expect(headers.get("www-authenticate")).toContain("urn:countersign:acr:mfa");
    expect(headers.get("www-authenticate")).toContain('max_age="900"');
  });
});

describe("ad.2: what settings:write allows is grave", () => {
  it("but for the test of a provider, an event that is sent again, and a mail to oneself", () => {
    const others = OPERATIONS.filter(({ scope, needsStepUp }) => scope === "settings:write" && !needsStepUp);
    expect(others.map(({ id }) => id).sort()).toEqual(["replayWebhookDelivery", "sendTestMail", "testProvider"]);
  });
});

describe("role-03: an act upon a person who may do more is refused", () => {
  const acts = [
    ["POST", "/disable"],
    ["POST", "/enable"],
    ["POST", "/end-sessions"],
    ["PATCH", ""],
    ["DELETE", "/sessions/00000000-0000-4000-8000-000000000009"],
  ] as const;

  it.each(acts)("%s %s of an owner", async (method, path) => {
    const body = method === "PATCH" ? { body: { claims: {} } } : {};
    const act = () =>
      api.call(`/people/${api.mallory}${path}`, { method, token, ...body, headers: { "if-match": "*" } });
    await give("people");
    expect((await act()).status).not.toBe(403);
    await give("owner", api.mallory);
    expect((await act()).status).toBe(403);
    await give("owner");
    expect((await act()).status).not.toBe(403);
  });

  it("no program deletes a person who may do more than it", async () => {
    const program = await api.tokenOf("people:write");
    await give("auditor", api.mallory);
    const answer = await api.call(`/people/${api.mallory}`, {
      method: "DELETE",
      token: program,
      headers: { "if-match": "*" },
    });
    expect(answer.status).toBe(403);
  });
});

describe("ad.12: an administrator is the actor of what they do", () => {
  it("in the audit log", async () => {
    await give("owner");
    await api.call(`/people/${api.mallory}/disable`, { method: "POST", token });
    await api.call(`/people/${api.mallory}/enable`, { method: "POST", token });
    const { body } = await api.call(`/audit?actor_id=${api.alice}&type=user_disabled`, { token });
    expect(body.items[0]).toMatchObject({ actor: "administrator", actor_id: api.alice, user_id: api.mallory });
  });
});
