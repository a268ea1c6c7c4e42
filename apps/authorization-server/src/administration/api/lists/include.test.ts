import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { byOperatorAt } from "../../../../testing/acts/acts.ts";
import { noon } from "../../../../testing/world.ts";
import { addOrganization } from "../../organizations/organizations.ts";
import type { Operation } from "../operation.ts";
import { OPERATIONS } from "../operation-table.ts";
import { type Api, startApi } from "../testing/api.ts";
import { including } from "./include.ts";

let api: Api;
let alice: string;
let organization: string;
beforeAll(async () => {
  api = await startApi();
  const [person] = await api.rows("SELECT id FROM end_user WHERE username = 'alice'");
  alice = String(person?.id);
  const added = await addOrganization(api.database, { slug: "acme", name: "Acme" }, byOperatorAt(noon));
  organization = added as string;
});
afterAll(() => api.close());

const ALL = [
  ...["factors", "connections", "consents", "sessions", "roles", "groups", "organizations"],
  ...["known_roles", "known_groups", "known_organizations", "events"],
].join(",");
/** Where each part of a person is read by itself. */
const ALONE: Readonly<Record<string, string>> = {
  factors: "/people/:id/factors",
  connections: "/people/:id/connections",
  consents: "/people/:id/consents",
  sessions: "/people/:id/sessions",
  roles: "/people/:id/roles",
  groups: "/people/:id/groups",
  organizations: "/people/:id/organizations",
  known_roles: "/roles?limit=200",
  known_groups: "/groups?limit=200&with_members=no",
  known_organizations: "/organizations?limit=200",
};

describe("redesign 7: what belongs to something comes with it, if the caller may read it", () => {
  it.each([
    ["people:read", ["factors", "connections", "consents"]],
    ["sessions:read", ["factors", "connections", "consents", "sessions"]],
    ["roles:read", ["factors", "connections", "consents", "roles", "groups", "known_roles", "known_groups"]],
    ["organizations:read", ["factors", "connections", "consents", "organizations", "known_organizations"]],
    ["audit:read", ["factors", "connections", "consents", "events"]],
  ] as const)("with people:read and %s", async (scope, names) => {
    const token = await api.tokenOf("people:read", scope);
    const { status, body } = await api.call(`/people/${alice}?include=${ALL}`, { token });
    expect([status, Object.keys(body.included)]).toEqual([200, names]);
  });

  it("each part is what its own operation answers, and the version is that of the person", async () => {
    const token = await api.tokenOf(
      ...(["people:read", "sessions:read", "roles:read", "organizations:read", "audit:read"] as const),
    );
    const { body, headers } = await api.call(`/people/${alice}?include=${ALL}`, { token });
    for (const [name, path] of Object.entries(ALONE)) {
      const { body: alone } = await api.call(path.replace(":id", alice), { token });
      expect(body.included[name]).toEqual(alone);
    }
    expect(body.included.events.items.every(({ user_id }: { user_id: string }) => user_id === alice)).toBe(true);
    const plain = await api.call(`/people/${alice}`, { token });
    expect([headers.get("etag"), plain.body.included]).toEqual([plain.headers.get("etag"), undefined]);
  });

  it("reading what a person did is in the audit log, as by itself", async () => {
    const before = await api.rows("SELECT FROM audit_event WHERE type = 'activity_read'");
    const token = await api.tokenOf("people:read", "sessions:read");
    await api.call(`/people/${alice}?include=sessions`, { token });
    expect(await api.rows("SELECT FROM audit_event WHERE type = 'activity_read'")).toHaveLength(before.length + 1);
  });

  it("an organization comes with its groups, invitations, domains and roles", async () => {
    const token = await api.tokenOf("organizations:read");
    const path = `/organizations/${organization}?include=groups,invitations,domains,roles`;
    const { body } = await api.call(path, { token });
    expect(Object.keys(body.included)).toEqual(["groups", "invitations", "domains", "roles"]);
  });

  it.each(["factors,sessions ", "passwords", "", "factors,,roles", "toString", "x".repeat(501)])(
    "names that are none are refused: %o",
    async (include) => {
      const token = await api.tokenOf("people:read");
      const { status, body } = await api.call(`/people/${alice}?${new URLSearchParams({ include })}`, { token });
      expect([status, body.errors[0].pointer]).toEqual([400, "#/query/include"]);
    },
  );

  it("nothing comes with a person who does not exist", async () => {
    const token = await api.tokenOf("people:read");
    const { status } = await api.call(`/people/${organization}?include=factors`, { token });
    expect(status).toBe(404);
  });

  it("every answer says what the caller may do now", async () => {
    const token = await api.tokenOf("roles:read", "people:read", "people:write");
    const { headers } = await api.call(`/people/${alice}`, { token });
    expect(headers.get("countersign-scopes")).toBe("people:read people:write roles:read");
  });
});

describe("a part needs no more than its scope", () => {
  const of = (one: string) => OPERATIONS.find((operation) => operation.id === one) as Operation;

  it.each([
    ["a change", of("disablePerson")],
    ["a read of something else", of("readGroup")],
    ["one that needs a strong sign-in", { ...of("listKeys"), needsStepUp: true }],
    ["one that has a limit of its own", { ...of("listKeys"), isCostly: true }],
    ["one that mails", { ...of("listKeys"), mailsAnyone: "one" }],
  ] as const)("%s is no part of a read", (_, operation) => {
    expect(() => including(of("readRole"), { part: { operation } })).toThrow(
      `${operation.id} cannot come with readRole`,
    );
  });
});
