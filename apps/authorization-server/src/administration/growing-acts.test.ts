/**
 * Tests that an act upon many takes as many statements as an act upon few: a statement for each of them would hold a
 * connection, and locks, for seconds.
 */
import { randomUUID } from "node:crypto";
import { type Database, openDatabase } from "@countersign/database";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { byOperatorAt } from "../../testing/acts/acts.ts";
import { noon, openWorld, resource, type World } from "../../testing/world.ts";
import { sealedTexts } from "../issuer/keys/sealed-texts.ts";
import { notifyHolders } from "../people/mail/notices.ts";
import { openOutbox } from "../people/mail/outbox.ts";
import { OPERATOR } from "../platform/stores/person/givers.ts";
import { inTransaction } from "../platform/stores/transaction.ts";
import { revokeInitialAccessTokens } from "./clients/initial-access-tokens.ts";
import { addGroup, removeGroup } from "./groups/groups.ts";
import { linesOf } from "./imports/lines.ts";
import { runImport } from "./imports/run.ts";
import { joinByInvitation } from "./organizations/organization-invitations.ts";
import { addOrganization, enableOrganization, removeOrganization } from "./organizations/organizations.ts";
import { eraseAccount, eraseSoon } from "./people/deletion.ts";
import { disablePerson, enablePerson } from "./people/people.ts";
import { completeAccount } from "./people/sign-ups.ts";
import { addRole, changeRole, removeRole } from "./roles/roles.ts";
import { addScimGroup, changeScimGroup, removeScimGroup } from "./scim/scim-groups.ts";
import { revokeAuthorizations } from "./sessions/authorizations.ts";
import { endSessionsFrom } from "./sessions/provider-logouts.ts";
import { endOtherSessions, endSessionsOf } from "./sessions/sessions.ts";

const by = { ...byOperatorAt(noon), address: "192.0.2.7" };
const role = { resource, name: "strict" };

let world: World;
let database: Database;
let sent = 0;
beforeAll(async () => {
  world = await openWorld();
  database = openDatabase({ connectionString: world.connectionString, max: 1 });
  database.pool.on("connect", (client) => {
    const query = client.query.bind(client) as (...statement: unknown[]) => unknown;
    client.query = ((...statement: unknown[]) => {
      sent += 1;
      return query(...statement);
    }) as typeof client.query;
  });
});
afterAll(async () => {
  await database.close();
  await world.close();
});

let organizationId: string;
let groupId: string;
beforeEach(reset);

async function reset(): Promise<void> {
  for (const table of [
    "organization",
    "user_group",
    "role",
    "initial_access_token",
    "browser_session",
    "imported_person",
  ]) {
    await world.rows(`DELETE FROM ${table}`);
  }
  await world.rows(`DELETE FROM end_user WHERE username LIKE 'many%'`);
  organizationId = (await addOrganization(database, { slug: "acme", name: "Acme" }, by)) ?? "";
  await addGroup(database, "Group", by, organizationId);
  groupId = String((await world.rows("SELECT id FROM user_group"))[0]?.id);
}

/** Members of the organization. Returns their ids. */
async function people(size: number): Promise<string[]> {
  const made = await world.rows(
    `INSERT INTO end_user (id, username, username_folded, email, email_canonical, email_verified, email_verified_at,
                           created_at, updated_at)
     SELECT gen_random_uuid(), 'many' || n, 'many' || n, 'many' || n || '@example.org', 'many' || n || '@example.org',
            true, $2, $2, $2
       FROM generate_series(1, $1::int) n RETURNING id`,
    [size, noon],
  );
  await world.rows(
    `INSERT INTO organization_member (organization_id, user_id, created_at)
     SELECT $1, id, $2 FROM end_user WHERE username LIKE 'many%'`,
    [organizationId, noon],
  );
  return made.map(({ id }) => String(id));
}

/** The same as members of the group, which has a role whose change ends what was issued to them. */
async function members(size: number): Promise<string[]> {
  const ids = await people(size);
  await addRole(database, { ...role, scopes: ["email"], inOrganizations: false, revokeOnChange: true }, by);
  await world.rows(
    `INSERT INTO group_member (group_id, user_id, created_at)
     SELECT $1, id, $2 FROM end_user WHERE username LIKE 'many%'`,
    [groupId, noon],
  );
  await world.rows(
    `INSERT INTO role_assignment (id, role_id, group_id, created_at)
     SELECT gen_random_uuid(), id, $1, $2 FROM role WHERE resource = $3`,
    [groupId, noon, resource],
  );
  return ids;
}

/** Sessions of alice that began at a provider. */
const sessions = (size: number) =>
  world.rows(
    `WITH made AS (
       INSERT INTO browser_session (id, secret_hash, active_user_id, created_at, idle_expires_at, expires_at)
       SELECT gen_random_uuid(), sha256(gen_random_uuid()::text::bytea), $2, $3, 'infinity', 'infinity'
         FROM generate_series(1, $1::int) RETURNING id)
     INSERT INTO sign_in (session_id, user_id, authenticated_at, amr, acr, proofs)
     SELECT id, $2, $3, '{}', 'x', '[{"factor": "federated", "provider": {"id": "p", "sid": "s"}}]' FROM made`,
    [size, world.alice, noon],
  );

const directory = () => ({ organizationId, administration: "https://admin.example" });
const anyVersion = { assertMeantFor: () => {} };
const one = (kind: "add" | "remove", ids: readonly string[]) => ids.map((id) => ({ kind, ids: [id] }));
const change = (changes: Parameters<typeof addScimGroup>[2]["members"]) =>
  changeScimGroup(
    database,
    directory(),
    {
      id: groupId,
      change: (group) => ({ group: { ...group, displayName: "Group" }, members: changes }),
      ...anyVersion,
    },
    by,
  );
const mail = openOutbox({ isOn: true, domain: "x.example", texts: sealedTexts([{ id: "k", key: Buffer.alloc(32) }]) });

/** What is made for a size, and the act upon it. */
type Prepared = () => Promise<unknown>;
const ACTS: Readonly<Record<string, (size: number) => Promise<Prepared>>> = {
  "a directory creates a group with members": async (size) => {
    const ids = await people(size);
    const group = { group: { displayName: "Other" }, members: [{ kind: "replace", ids }] } as const;
    return () => addScimGroup(database, directory(), group, by);
  },
  "a directory adds members, each by an operation": async (size) => {
    const ids = await people(size);
    return () => change(one("add", ids));
  },
  "a directory removes members, each by an operation": async (size) => {
    const ids = await members(size);
    return () => change(one("remove", ids));
  },
  "a directory clears a group": async (size) => {
    await members(size);
    return () => change([{ kind: "clear" }]);
  },
  "a directory removes a group": async (size) => {
    await members(size);
    return () => removeScimGroup(database, directory(), { id: groupId, ...anyVersion }, by);
  },
  "a group is removed": async (size) => {
    await members(size);
    return () => removeGroup(database, groupId, by, undefined);
  },
  "a role is changed": async (size) => {
    await members(size);
    return () =>
      changeRole(database, { ...role, scopes: ["profile"], inOrganizations: false, revokeOnChange: true }, by);
  },
  "a role is removed": async (size) => {
    await members(size);
    return () => removeRole(database, role, by, undefined);
  },
  "an organization is disabled": async (size) => {
    await members(size);
    return () => enableOrganization(database, { id: organizationId, isEnabled: false }, by);
  },
  "an organization is removed": async (size) => {
    await members(size);
    return () => removeOrganization(database, organizationId, by);
  },
  "a person with sessions is disabled": async (size) => {
    await sessions(size);
    await enablePerson(database, world.alice, by);
    return () => disablePerson(database, world.alice, by, undefined);
  },
  "a person with sessions is erased": async (size) => {
    const [id = ""] = await people(1);
    await sessions(size);
    await world.rows("UPDATE browser_session SET active_user_id = $1", [id]);
    await eraseSoon(database, id, by, { kept: undefined });
    return () => eraseAccount({ database, mail }, id, by);
  },
  "sessions are ended": async (size) => {
    await sessions(size);
    return () => endSessionsOf(database, world.alice, by);
  },
  "all sessions but one are ended": async (size) => {
    await sessions(size);
    return () => endOtherSessions(database, { userId: world.alice, keptId: randomUUID() }, by);
  },
  "a provider ends sessions": async (size) => {
    await sessions(size);
    const token = { jti: randomUUID(), exp: noon.getTime() / 1000 };
    return () => endSessionsFrom(database, "p", [{ token, meant: { sid: "s" }, by }]);
  },
  "a provider ends sessions with a token for each": async (size) => {
    await sessions(size);
    const token = () => ({ jti: randomUUID(), exp: noon.getTime() / 1000 });
    const logouts = Array.from({ length: size }, () => ({ token: token(), meant: { sid: "s" }, by }));
    return () => endSessionsFrom(database, "p", logouts);
  },
  "authorizations are revoked": async (size) => {
    await world.rows(
      `INSERT INTO "authorization" (id, client_id, user_id, sub, scopes, amr, acr, auth_time, resource, created_at,
                                    expires_at)
       SELECT gen_random_uuid(), 'webClient', $2::uuid, $2::text, '{openid}', '{}', 'x', $4, $3, $4, 'infinity'
         FROM generate_series(1, $1::int)`,
      [size, world.alice, resource, noon],
    );
    const whose = { userId: world.alice, clientId: undefined };
    return () => revokeAuthorizations(database, whose, { ...by, pause: async () => {} });
  },
  "initial access tokens are revoked": async (size) => {
    await world.rows(
      `INSERT INTO initial_access_token (id, token_hash, note, expires_at, created_at)
       SELECT gen_random_uuid(), sha256(gen_random_uuid()::text::bytea), '', 'infinity', $2
         FROM generate_series(1, $1::int)`,
      [size, noon],
    );
    return () => revokeInitialAccessTokens(database, by);
  },
  "an account is created with roles": async (size) => {
    const [userId = ""] = await people(1);
    const roleIds = await roles(size);
    const roleGivers = Object.fromEntries(roleIds.map((id) => [id, OPERATOR]));
    const from = { id: randomUUID(), address: "", canonical: "", delivery: "mailed", organizationId: null } as const;
    const completed = {
      userId,
      invitation: { ...from, roleIds, roleGivers, mayInvite: true },
      administration: undefined,
    };
    return () => inTransaction(database.pool, (query) => completeAccount(query, completed, by));
  },
  "an invitation into an organization is accepted with roles": async (size) => {
    const [userId = ""] = await people(1);
    await world.rows(
      `INSERT INTO organization_invitation (id, organization_id, address, address_canonical, token_hash, role_ids,
                                            expires_at, created_at, made_by)
       VALUES (gen_random_uuid(), $1, 'many1@example.org', 'many1@example.org', '\\x00', $2, 'infinity', $3, $4)`,
      [organizationId, await roles(size), noon, OPERATOR],
    );
    return async () => {
      const accepting = { userId, administration: undefined };
      const join = inTransaction(database.pool, (query) => joinByInvitation(query, accepting, { organizationId }, by));
      expect(await join).toBe(true);
    };
  },
  "each person with a role gets a mail": async (size) => {
    await members(size);
    const notice = { kind: "webhook-disabled", parameters: { webhook: "w" } } as const;
    return () => inTransaction(database.pool, (query) => notifyHolders(query, mail, role, notice, noon));
  },
  "people are imported": async (size) => {
    const lines = Array.from({ length: size }, (_, n) => JSON.stringify({ external_id: `${n}`, username: `many${n}` }));
    return () => importing(lines);
  },
  "people are imported again, with changes": async (size) => {
    const line = (n: number, name: string) => JSON.stringify({ external_id: `${n}`, username: `many${n}`, name });
    await importing(Array.from({ length: size }, (_, n) => line(n, "a")));
    return () => importing(Array.from({ length: size }, (_, n) => line(n, "b")));
  },
};

async function roles(size: number): Promise<string[]> {
  const made = await world.rows(
    `INSERT INTO role (id, resource, name, scopes, in_organizations, created_at)
     SELECT gen_random_uuid(), $2, 'r' || n, '{}', true, $3 FROM generate_series(1, $1::int) n RETURNING id`,
    [size, resource, noon],
  );
  return made.map(({ id }) => String(id));
}

const importing = (lines: readonly string[]) =>
  runImport(database, {
    lines: linesOf(
      (async function* () {
        yield lines.join("\n");
      })(),
    ),
    options: { source: "shop", trustVerified: false, allowWeakHashes: false },
    administration: [],
    rpId: undefined,
    sealedTexts: () => sealedTexts([{ id: "k", key: Buffer.alloc(32) }]),
    dryRun: false,
    by: () => by,
    onBroken: () => {},
    onProgress: () => {},
  });

async function statementsOf(prepare: (size: number) => Promise<Prepared>, size: number): Promise<number> {
  const act = await prepare(size);
  sent = 0;
  await act();
  return sent;
}

describe("A2: the number of statements does not depend on the size of the set", () => {
  it.each(Object.entries(ACTS))("when %s", async (_, prepare) => {
    const few = await statementsOf(prepare, 3);
    expect(few).toBeGreaterThan(1);
    await reset();
    expect(await statementsOf(prepare, 40)).toBe(few);
  });
});
