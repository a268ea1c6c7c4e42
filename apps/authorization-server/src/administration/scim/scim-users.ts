/**
 * Acts of the directory of an organization upon people (SCIM, RFC 7644). Each act and its audit rows are one
 * transaction. An organization changes the accounts that are its own; of other people it ends only the membership.
 */
import { randomUUID } from "node:crypto";
import { foldUsername } from "@countersign/rules";
import { badRequest, type ScimObject } from "@countersign/scim";
import { type By, recordAudit } from "../../platform/stores/audit/audit-events.ts";
import { type AssertMeantFor, locked } from "../../platform/stores/locked.ts";
import { lockOrganization } from "../../platform/stores/organization-lock.ts";
import {
  isRetiredUsername,
  replaceUsername,
  retireUsername,
  storedUsername,
  USERNAME_COLUMNS,
  usernameValuesOf,
} from "../../platform/stores/person/usernames.ts";
import {
  type Directory,
  type LockedScimUser,
  lockScimUser,
  type ScimUserRow,
} from "../../platform/stores/scim/users.ts";
import { inTransaction, type Query, type WithPool } from "../../platform/stores/transaction.ts";
import { type About, join } from "../organizations/membership.ts";
import { missing, Refused, unlessTaken } from "../refused.ts";
import { setActive } from "./scim-activity.ts";
import { writeClaims } from "./scim-claims.ts";
import { assertUsername } from "./scim-usernames.ts";

/** A user as SCIM sends it, without what only we set. */
export const resourceOf = ({ username, externalId, active, attributes }: ScimUserRow): ScimObject => ({
  ...attributes,
  userName: username,
  ...(externalId === null ? {} : { externalId }),
  active,
});

/** Creates an account as a member of the organization, and returns its id. It is refused if the name is taken. */
export async function addScimUser(
  { pool }: WithPool,
  directory: Directory,
  resource: ScimObject,
  by: By,
): Promise<string> {
  const { organizationId } = directory;
  return unlessTaken(TAKEN, () =>
    inTransaction(pool, async (query) => {
      await lockOrganization(query, organizationId);
      const userId = randomUUID();
      const username = await assertUsername(query, organizationId, String(resource.userName));
      const isActive = resource.active !== false;
      const name = usernameValuesOf(storedUsername(username));
      await query(INSERT, [userId, by.at, isActive ? null : by.at, ...name]);
      // Asked after the row is written: if an account with this username was being erased, that is over now.
      if (await isRetiredUsername(query, username, by.at)) throw new Refused({ kind: "taken", ...TAKEN });
      await recordAudit(query, { type: "user_added", userId, ...by, personal: { username } });
      await writeRecord(query, { organizationId, userId, isNew: true, endedAt: isActive ? null : by.at }, resource, by);
      await join(query, { organizationId, userId }, by);
      await writeClaims(query, { organizationId, userId }, { before: {}, after: resource }, by);
      return userId;
    }),
  );
}

export interface UserChange {
  readonly id: string;
  /** What the user is to be, from what it is. */
  readonly change: (present: ScimObject) => ScimObject;
  /** Throws if the change was meant for another version. */
  readonly assertMeantFor: AssertMeantFor<ScimUserRow>;
}

/** Changes a user of the organization. It is refused if there is none with this id. */
export async function changeScimUser(
  { pool }: WithPool,
  directory: Directory,
  { id, change, assertMeantFor }: UserChange,
  by: By,
): Promise<void> {
  return unlessTaken(TAKEN, () =>
    inTransaction(pool, async (query) => {
      const user = await lockScimUser(query, directory, id);
      if (user === undefined) throw missing("user");
      assertMeantFor(locked(user));
      const before = resourceOf(user);
      const after = change(before);
      // A value that is the same from any state was sent. Other changes do not end the membership of an inactive user.
      const isSent = change({ ...before, active: !user.active }).active === after.active;

      await rename(query, directory, { user, username: String(after.userName) }, by);
      const endedAt = await setActive(
        query,
        directory.organizationId,
        { user, active: isSent ? after.active : undefined },
        by,
      );
      const about = { organizationId: directory.organizationId, userId: id };
      await writeRecord(query, { ...about, isNew: false, endedAt }, after, by);
      if (user.isOwn) await writeClaims(query, about, { before, after }, by);
    }),
  );
}

interface Renaming {
  readonly user: LockedScimUser;
  readonly username: string;
}

async function rename(query: Query, { organizationId }: Directory, { user, username }: Renaming, by: By) {
  if (foldUsername(username) === foldUsername(user.username)) return;
  if (!user.isOwn) throw badRequest("mutability", "the username of this account is not the organization's to change");
  const name = await assertUsername(query, organizationId, username);
  await replaceUsername(query, user.id, storedUsername(name), by.at);
  if (await isRetiredUsername(query, name, by.at)) throw new Refused({ kind: "taken", ...TAKEN });
  await retireUsername(query, user.username, by.at);
  const personal = { username: name, before: user.username };
  await recordAudit(query, { type: "username_changed", userId: user.id, ...by, personal });
}

interface Recording extends About {
  readonly isNew: boolean;
  readonly endedAt: Date | null;
}

/** Keeps what the directory says of a person. */
async function writeRecord(query: Query, recording: Recording, resource: ScimObject, by: By): Promise<void> {
  const { userName: _, active: __, externalId, ...attributes } = resource;
  const { organizationId, userId, isNew, endedAt } = recording;
  const values = [organizationId, userId, externalId ?? null, JSON.stringify(attributes), isNew, endedAt, by.at];
  await query(RECORD, values);
}

const TAKEN = { what: "user", why: "another account has this userName or address" };

const INSERT = `
  INSERT INTO end_user (id, created_at, updated_at, disabled_at, ${USERNAME_COLUMNS.join(", ")})
  VALUES ($1, $2, $2, $3, $4, $5, $6, $7)`;

const RECORD = `
  INSERT INTO scim_user (organization_id, user_id, external_id, attributes, created_account, ended_at, created_at,
                         updated_at)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $7)
  ON CONFLICT (organization_id, user_id) DO UPDATE
     SET external_id = $3, attributes = $4, ended_at = $6, updated_at = $7, deleted_at = NULL`;
