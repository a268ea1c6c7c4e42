/** Repeats what ended or restricted accounts. */
import { cancelDeletion, eraseSoon } from "../../../administration/people/deletion.ts";
import { disablePerson, enablePerson } from "../../../administration/people/people.ts";
import { withdrawPart } from "../../../administration/sessions/consent-parts.ts";
import { withdrawConsents } from "../../../administration/sessions/consents.ts";
import { demandPasswordChange } from "../../../administration/ways-in/passwords.ts";
import {
  disconnectAllAgain,
  type RemovedAgain,
  removePasswordAgain,
  removeWayInAgain,
} from "../../../administration/ways-in/removed-again.ts";
import { resetFactors } from "../../../administration/ways-in/second-factors.ts";
import { outboxOf } from "../../../people/mail/notices-only.ts";
import type { By } from "../../../platform/stores/audit/audit-events.ts";
import { doneIf, type LostAct, type Outcome, type Repeat, textIn, textsIn } from "../treatment.ts";

type Database = Parameters<Repeat>[0];

/** People were told when it was done first. */
export const NO_MAIL = outboxOf({ isOn: false, enqueueAll: async () => {} });

const ofPerson =
  (act: (database: Database, userId: string, by: By, lost: LostAct) => Promise<boolean>): Repeat =>
  async (database, lost, by) =>
    lost.userId === undefined ? "left" : doneIf(await act(database, lost.userId, by, lost));

// The last owner may have been ended when there was another one. No owner is kept here.
const NO_OWNER = undefined;

export const disabled = ofPerson((database, userId, by) => disablePerson(database, userId, by, NO_OWNER));
export const enabled = ofPerson(enablePerson);

/** One that was reopened before the backup is enabled, and waits for its erasure still. */
export const erasureCancelled = ofPerson(
  async (database, userId, by) =>
    (await enablePerson(database, userId, by)) ||
    cancelDeletion({ database, mail: NO_MAIL }, { userId, browser: "" }, by),
);
export const erased = ofPerson((database, userId, by) => eraseSoon(database, userId, by, { kept: NO_OWNER }));

/** The account waits for its erasure again, until the same day. The link that takes it back is void. */
export const erasureRequested = ofPerson((database, userId, by, act) => {
  const dueAt = new Date(textIn(act, "dueAt") ?? Number.NaN);
  if (Number.isNaN(dueAt.getTime())) return disablePerson(database, userId, by, NO_OWNER);
  return eraseSoon(database, userId, by, { kept: NO_OWNER, dueAt });
});

export const passwordChangeRequired = ofPerson(demandPasswordChange);

/** Of a person without any way in, the rest is a link: a person has to send it. */
const outcomeOf = (removed: RemovedAgain): Outcome => (removed === "last" ? "in part" : doneIf(removed === "removed"));

export const passwordRemoved: Repeat = async (database, { userId }, by) =>
  userId === undefined ? "left" : outcomeOf(await removePasswordAgain(database, userId, by));

/** @param name of the member of the detail that identifies it */
export const wayInRemoved =
  (type: Parameters<typeof removeWayInAgain>[1]["type"], name: string): Repeat =>
  async (database, act, by) => {
    const [{ userId }, id] = [act, textIn(act, name)];
    if (userId === undefined || id === undefined) return "left";
    return outcomeOf(await removeWayInAgain(database, { type, userId, id }, by));
  };

/** Disconnects the identities elsewhere. An administrator replaces the old password: no event has the new one. */
export const passwordReset: Repeat = async (database, { userId }, by) => {
  if (userId === undefined) return "left";
  return (await disconnectAllAgain(database, userId, by)) > 0 ? "in part" : "left";
};

export const factorsReset: Repeat = async (database, act, by) => {
  if (act.userId === undefined) return "left";
  const connections = act.detail.connections === undefined ? "keep" : "remove";
  const reset = { userId: act.userId, reason: textIn(act, "reason") ?? "", connections } as const;
  return doneIf((await resetFactors(reset, { database, mail: NO_MAIL }, by)) === "reset");
};

export const consentWithdrawn: Repeat = async (database, act, by) => {
  const { userId, clientId } = act;
  if (userId === undefined || clientId === undefined) return "left";
  const resource = textIn(act, "resource");
  if (resource === undefined) {
    const { consents, authorizations } = await withdrawConsents(database, { userId, clientId }, by);
    return doneIf(consents + authorizations > 0);
  }
  const part = { userId, clientId, resource };
  const taken = [
    ...textsIn(act, "scopes").map((scope) => ({ ...part, scope })),
    ...textsIn(act, "claims").map((claim) => ({ ...part, claim })),
  ];
  let isDone = false;
  for (const one of taken) {
    if (await withdrawPart(database, one, by)) isDone = true;
  }
  return doneIf(isDone);
};
