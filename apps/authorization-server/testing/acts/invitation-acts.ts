/** An invitation whose role may no longer be given when it is accepted. */
import { randomUUID } from "node:crypto";
import { changeInvitedRole, invite } from "../../src/administration/invitations/invitations.ts";
import { anyInvitation } from "../../src/administration/invitations/invited-roles.ts";
import { sendInvitationAgain } from "../../src/administration/invitations/send-again.ts";
import { createAccount } from "../../src/administration/people/sign-ups.ts";
import type { Dependencies } from "../../src/dependencies.ts";
import type { By } from "../../src/platform/stores/audit/audit-events.ts";
import { OPERATOR } from "../../src/platform/stores/person/givers.ts";

type Acting = Pick<Dependencies, "database" | "mail" | "administration" | "userinfoResource">;

/** An operator invites twice, a client that is not there puts a role on the invitation, and a person accepts it. */
export async function invitationOfNobody(deps: Acting, by: By): Promise<void> {
  const canonical = `${randomUUID()}@example.org`;
  const address = { deliverable: canonical, canonical };
  const link = (token: string) => `/invitation?token=${token}`;
  const invitation = { address, lifetimeSeconds: 3600, language: "en", link, madeBy: OPERATOR };
  await invite(deps, invitation, by, anyInvitation);
  const { pool } = deps.database;
  const { rows } = await pool.query("SELECT id FROM invitation WHERE address = $1", [canonical]);
  const invitationId = String(rows[0]?.id);
  await sendInvitationAgain(deps, { ...invitation, id: invitationId }, by, anyInvitation);
  const [role] = (await pool.query(ROLE, [deps.userinfoResource.identifier, by.at])).rows;
  const giver = { kind: "client", clientId: "nobody" } as const;
  await changeInvitedRole(
    deps.database,
    { id: invitationId, roleId: role.id, isGiven: true, giver },
    by,
    anyInvitation,
  );
  const names = { username: undefined, givenName: undefined, familyName: undefined, birthdate: undefined };
  const chosen = { wayIn: { passwordHash: "x" }, locale: "en", ageConfirmed: false, documentIds: [] };
  await createAccount(deps, { ...names, ...chosen, ground: { invitationId } }, { at: by.at, address: "127.0.0.1" });
}

const ROLE = `
  INSERT INTO role (id, resource, name, scopes, created_at) VALUES (gen_random_uuid(), $1, 'of nobody', '{}', $2)
  RETURNING id`;
