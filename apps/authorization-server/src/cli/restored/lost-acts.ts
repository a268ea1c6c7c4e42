/** Acts of the lost time, from an export of the audit log. */
import type { Database } from "@countersign/database";
import { jsonOrUndefined } from "@countersign/guard/json";
import { z } from "zod";
import { disableClient } from "../../administration/clients/clients.ts";
import { eraseSoon } from "../../administration/people/deletion.ts";
import { disablePerson, enablePerson } from "../../administration/people/people.ts";
import type { By } from "../../platform/stores/audit/audit-events.ts";
import { refusal } from "../command/refusal.ts";

const LONGEST_LINE = 65_536;

const line = z.object({
  at: z.iso.datetime(),
  type: z.string(),
  user_id: z.uuid().nullable().optional(),
  client_id: z.string().nullable().optional(),
});

export interface LostAct {
  readonly at: Date;
  readonly type: string;
  readonly userId: string | undefined;
  readonly clientId: string | undefined;
}

/** An event of a line of the stream of the audit log; none if the line is another one, as of a log. */
export function lostActIn(text: string, number: number): LostAct | undefined {
  const value = jsonOrUndefined(text, { longest: LONGEST_LINE });
  if (value === undefined) throw refusal(`line ${number} is no JSON of at most ${LONGEST_LINE} bytes`);
  const { success, data } = line.safeParse(value);
  if (!success) return undefined;
  const { at, type, user_id, client_id } = data;
  return { at: new Date(at), type, userId: user_id ?? undefined, clientId: client_id ?? undefined };
}

type Repeat = (database: Pick<Database, "pool">, act: LostAct, by: By) => Promise<boolean>;

const ofPerson =
  (act: (database: Pick<Database, "pool">, userId: string, by: By) => Promise<boolean>): Repeat =>
  async (database, { userId }, by) =>
    userId !== undefined && act(database, userId, by);

const ofClient: Repeat = async (database, { clientId }, by) =>
  clientId !== undefined && disableClient(database, clientId, by);

// The last owner may have been disabled when there was another one. No owner is kept here.
const disabled = ofPerson((database, userId, by) => disablePerson(database, userId, by, undefined));
const erased = ofPerson((database, userId, by) => eraseSoon(database, userId, by, { kept: undefined }));

/** What is repeated, by the type of its event. */
const REPEATED: Readonly<Record<string, Repeat>> = {
  user_deleted: erased,
  // The person wished it. Until then the account is disabled, as it was.
  deletion_requested: disabled,
  deletion_cancelled: ofPerson(enablePerson),
  user_disabled: disabled,
  user_enabled: ofPerson(enablePerson),
  client_disabled: ofClient,
  client_deleted: ofClient,
};

/** Ends something, and has to be repeated by a person: what it ended is valid in the backup. */
const TO_REPEAT = new Set([
  ...["password_changed", "password_reset", "password_removed", "password_change_required", "factors_reset"],
  ...["second_factor_removed", "passkey_removed", "identity_disconnected", "email_changed", "email_change_undone"],
  ...["client_secret_rotated", "client_secret_ended", "client_enabled", "client_updated", "consent_withdrawn"],
  ...["role_removed", "role_revoked"],
  ...["resource_server_disabled", "resource_server_removed", "group_member_removed", "group_removed"],
  ...["organization_disabled", "organization_removed", "organization_member_removed", "organization_role_revoked"],
  ...["organization_domain_removed", "scim_token_revoked", "identity_provider_removed", "hook_removed"],
  ...["hook_secret_rotated", "webhook_removed", "webhook_secret_rotated", "settings_changed"],
]);

export interface Repeated {
  /** How many acts were repeated, by the type of their event. An act whose subject is not there is not counted. */
  readonly repeated: Readonly<Record<string, number>>;
  /** Those that a person has to repeat. */
  readonly toRepeat: readonly LostAct[];
}

/** Repeats acts in their order. */
export async function repeatLostActs(
  database: Pick<Database, "pool">,
  acts: AsyncIterable<LostAct>,
  by: By,
): Promise<Repeated> {
  const repeated: Record<string, number> = {};
  const toRepeat: LostAct[] = [];
  for await (const act of acts) {
    const repeat = Object.hasOwn(REPEATED, act.type) ? REPEATED[act.type] : undefined;
    if ((await repeat?.(database, act, by)) === true) repeated[act.type] = (repeated[act.type] ?? 0) + 1;
    if (TO_REPEAT.has(act.type)) toRepeat.push(act);
  }
  return { repeated, toRepeat };
}
