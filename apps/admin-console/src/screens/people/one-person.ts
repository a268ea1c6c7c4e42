import { filled } from "../../views/form.ts";
import type { Page } from "../../views/model.ts";
import { assertUndoes } from "../handling/undo.ts";
import { part } from "../lists/list.ts";
import { nameOfPerson } from "../lists/person-name.ts";
import type { Act, Confirmation, Screen, Submission } from "../screen.ts";
import { clientsOf } from "./person-activity.ts";
import { CLAIMS, personHead, profileTab, waysIn } from "./person-profile.ts";
import { personOf, sectionsOf, sessionFacts } from "./person-sections.ts";
import { type PersonTab, tabOf, tabsOf } from "./person-tabs.ts";

const addressOf = ({ id }: Submission["params"], tab?: PersonTab) =>
  `/people/${part(id ?? "")}${tab === undefined ? "" : `?tab=${tab}`}`;

interface Asked extends Submission {
  /** The person in the path. */
  readonly path: { readonly id: string };
  /** What the button names. */
  readonly value: string;
}

/** An act upon the person, which leads back to a part of the page. */
const act = (
  needs: string,
  [done, tab]: readonly [done: string, tab?: PersonTab],
  run: (asked: Asked) => Promise<{ readonly isUnchanged: boolean }>,
): Act => ({
  needs,
  async run(submission) {
    const { params, form } = submission;
    const asked = { ...submission, path: { id: params.id ?? "" }, value: form.get("value") ?? "" };
    const { isUnchanged } = await run(asked);
    return { to: addressOf(params, tab), done, isFinal: isUnchanged };
  },
});

const REMOVAL: Confirmation = { label: "factors.remove", warning: { key: "factors.remove.warning" } };

/** One person: facts, profile, sessions, roles, and what happened to the account. */
export const onePerson: Screen = {
  path: "/people/:id",
  needs: "people:read",
  async show(visit) {
    const { person, included, etag } = await personOf(visit);
    const mayChange = visit.may("people:write");
    return {
      id: "person",
      title: { text: nameOfPerson(person) },
      crumbs: [{ href: "/people", label: "people.title" }],
      head: personHead(person, visit),
      ...(person.deletion_due_at === null ? {} : { warning: { key: "people.deletion_waits" } }),
      tabs: tabsOf(visit, included),
      sections: [
        ...(tabOf(visit) === "profile" ? profileTab(person, { etag, mayChange }) : []),
        ...sectionsOf(included, visit, await clientsOf(included, visit)),
        ...(tabOf(visit) === "security" && mayChange ? [waysIn(person)] : []),
      ],
    } satisfies Page;
  },
  acts: {
    save: act("people:write", ["saved"], ({ api, path, form, etag }) => {
      const claims = Object.fromEntries(CLAIMS.map((claim) => [claim, filled(form, claim) ?? null]));
      return api.changePerson({ path, body: { claims }, ifMatch: etag });
    }),
    disable: {
      ...act("people:write", ["disabled"], ({ api, path, once }) => api.disablePerson({ path, idempotencyKey: once })),
      confirmation: { label: "disable", warning: { key: "people.disable.warning" }, facts: sessionFacts },
    },
    enable: {
      needs: "people:write",
      async run({ api, params, form, once }) {
        const path = { id: params.id ?? "" };
        // It also cancels a deletion, which no other act brings back.
        const { body } = await api.readPerson({ path });
        assertUndoes(form, [body]);
        const { isUnchanged } = await api.enablePerson({ path, idempotencyKey: once });
        return { to: addressOf(params), done: "enabled", isFinal: isUnchanged || body.deletion_due_at !== null };
      },
    },
    "send-reset": act("people:write", ["reset_sent", "security"], ({ api, path, once }) =>
      api.sendPasswordReset({ path, idempotencyKey: once }),
    ),
    "end-session": act("sessions:write", ["session_ended", "sessions"], ({ api, path, value: session }) =>
      api.endSession({ path: { ...path, session } }),
    ),
    "end-sessions": {
      ...act("sessions:write", ["sessions_ended", "sessions"], ({ api, path, once }) =>
        api.endSessions({ path, idempotencyKey: once }),
      ),
      confirmation: { label: "sessions.end_all", warning: { key: "sessions.end_all.warning" }, facts: sessionFacts },
    },
    "withdraw-consents": act("people:write", ["consents_withdrawn", "access"], ({ api, path, value: client }) =>
      api.withdrawConsents({ path: { ...path, client } }),
    ),
    "remove-connection": {
      ...act("people:write", ["connection_removed", "security"], ({ api, path, value: connection }) =>
        api.removeConnection({ path: { ...path, connection } }),
      ),
      confirmation: { label: "connections.remove", warning: { key: "connections.remove.warning" } },
    },
    "remove-passkey": {
      ...act("people:write", ["factor_removed", "security"], ({ api, path, value: factor }) =>
        api.removePasskey({ path: { ...path, factor } }),
      ),
      confirmation: REMOVAL,
    },
    "remove-app": {
      ...act("people:write", ["factor_removed", "security"], ({ api, path, value: factor }) =>
        api.removeAuthenticatorApp({ path: { ...path, factor } }),
      ),
      confirmation: REMOVAL,
    },
    "give-role": act("roles:write", ["role_given", "access"], ({ api, path, form }) =>
      api.giveRoleToPerson({ path: { ...path, role: form.get("role") ?? "" } }),
    ),
    "take-role": act("roles:write", ["role_taken", "access"], ({ api, path, value: role }) =>
      api.takeRoleFromPerson({ path: { ...path, role } }),
    ),
    "join-group": act("roles:write", ["joined_group", "access"], ({ api, path, form }) =>
      api.addMember({ path: { id: form.get("group") ?? "", person: path.id } }),
    ),
    "leave-group": act("roles:write", ["member_removed", "access"], ({ api, path, value: group }) =>
      api.removeMember({ path: { id: group, person: path.id } }),
    ),
    "join-organization": act("organizations:write", ["joined_organization", "organizations"], ({ api, path, form }) =>
      api.addOrganizationMember({ path: { organization: form.get("organization") ?? "", person: path.id } }),
    ),
    "leave-organization": {
      ...act("organizations:write", ["left_organization", "organizations"], ({ api, path, value: organization }) =>
        api.removeOrganizationMember({ path: { organization, person: path.id } }),
      ),
      confirmation: {
        label: "organizations.remove_member",
        warning: { key: "organizations.remove_member.warning" },
      },
    },
  },
};
