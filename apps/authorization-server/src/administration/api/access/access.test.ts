import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { post } from "../../../../testing/clients/tokens.ts";
import { basic } from "../../../../testing/flows.ts";
import type { Operation } from "../operation.ts";
import { OPERATIONS } from "../operation-table.ts";
import { problemBody } from "../problem.ts";
import { ADMIN_SCOPES, type AdminScope } from "../scopes.ts";
import { type Api, startApi } from "../testing/api.ts";

let api: Api;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

/** One token for each set of scopes. */
const tokens = new Map<string, Promise<string>>();
function tokenWith(...scopes: readonly AdminScope[]): Promise<string> {
  const known = tokens.get(scopes.join()) ?? api.tokenOf(...scopes);
  tokens.set(scopes.join(), known);
  return known;
}

/** A call of an operation, of a thing that does not exist. */
const call = ({ method, path, body, needsMatch }: Operation, token: string | undefined) =>
  api.call(path.replace(/:\w+/g, "00000000-0000-4000-8000-000000000009"), {
    method,
    token,
    ...(body === undefined ? {} : { body: {} }),
    headers: needsMatch ? { "if-match": '"x"' } : {},
  });

describe("api-01: each operation needs its own scope", () => {
  const scoped = OPERATIONS.filter(({ scope }) => scope !== "any");
  it.each(scoped.map((operation) => [operation.id, operation] as const))("%s", async (_, operation) => {
    const others = ADMIN_SCOPES.filter((scope) => scope !== operation.scope);
    const refused = await call(operation, await tokenWith(...others));
    expect(refused.status).toBe(403);
    expect(refused.headers.get("content-type")).toBe("application/problem+json");
    expect(refused.headers.get("www-authenticate")).toContain(`scope="${operation.scope}"`);
    problemBody.parse(refused.body);

    const allowed = await call(operation, await tokenWith(operation.scope as AdminScope));
    // Settings are always there: a change of them fails by its If-Match. A client has no address for a test mail.
    expect([200, 204, 400, 404, 409, 412]).toContain(allowed.status);
  });

  it("no operation without a token", async () => {
    for (const operation of OPERATIONS) {
      const { status, headers, body } = await call(operation, undefined);
      expect([status, headers.get("www-authenticate")]).toEqual([401, expect.stringContaining("resource_metadata=")]);
      expect(problemBody.parse(body).type).toBe("urn:countersign:problem:unauthorized");
    }
  });
});

describe("api-03: tokens that are not for this API", () => {
  it.each([
    [
      "for /userinfo",
      async () => {
        const answer = await post(api.origin, "/token", { grant_type: "client_credentials" }, basic("machineClient"));
        return answer.body.access_token as string;
      },
    ],
    ["that is no token", async () => "x.y.z"],
    ["without a signature", async () => `${(await api.tokenOf("people:read")).split(".").slice(0, 2).join(".")}.`],
  ])("401 for a token %s", async (_, token) => {
    expect((await api.call("/people", { token: await token() })).status).toBe(401);
  });
});

describe("ad.1: the authorization behind a token is read for each call", () => {
  it("a client that is disabled, or loses the scope, is refused at once", async () => {
    const program = await api.programOf("people:read", "audit:read");
    const token = await api.tokenFor(program);
    expect((await api.call("/people", { token })).status).toBe(200);
    await api.rows("UPDATE client SET scopes = '{audit:read}' WHERE id = $1", [program.id]);
    expect((await api.call("/people", { token })).status).toBe(403);
    expect((await api.call("/audit", { token })).status).toBe(200);
    await api.rows("UPDATE client SET disabled_at = now() WHERE id = $1", [program.id]);
    expect((await api.call("/audit", { token })).status).toBe(401);
  });

  it("a revoked token is refused at once", async () => {
    const program = await api.programOf("people:read");
    const token = await api.tokenFor(program);
    await post(api.origin, "/revoke", { token }, basic(program.id, program.secret));
    expect((await api.call("/people", { token })).status).toBe(401);
  });
});

describe("RFC 9728: the metadata of the API", () => {
  it("is where its challenge says", async () => {
    const { headers } = await api.call("/people");
    const [, url = ""] = /resource_metadata="([^"]+)"/.exec(headers.get("www-authenticate") ?? "") ?? [];
    const document = await (await fetch(`${api.adminOrigin}${new URL(url).pathname}`)).json();
    expect(document).toMatchObject({
      resource: "http://localhost:4007/admin/api/v1",
      authorization_servers: ["https://auth.example"],
      scopes_supported: [...ADMIN_SCOPES],
    });
  });
});

describe("a caller learns what it may do", () => {
  it("a program: the scopes of its token for this API", async () => {
    const program = await api.programOf("people:read", "audit:read");
    const { status, body } = await api.call("/caller", { token: await api.tokenFor(program) });
    expect([status, body]).toEqual([
      200,
      {
        kind: "program",
        id: program.id,
        name: program.id,
        scopes: ["people:read", "audit:read"],
        role: null,
        organization: null,
        time_zone: null,
      },
    ]);
  });
});
