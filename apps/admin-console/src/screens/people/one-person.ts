import { filled } from "../../views/form.ts";
import type { Page } from "../../views/model.ts";
import { part } from "../lists/list.ts";
import type { Confirmation, Screen, Submission } from "../screen.ts";
import { statusBadge } from "../status.ts";
import { belowName, CLAIMS, profileTab, waysIn } from "./person-profile.ts";
import { personOf, sectionsOf, sessionFacts } from "./person-sections.ts";
import { type PersonTab, tabOf, tabsOf } from "./person-tabs.ts";

const placeOf = ({ id }: Submission["params"]) => ({ id: id ?? "" });
const addressOf = ({ id }: Submission["params"], tab?: PersonTab) =>
  `/people/${part(id ?? "")}${tab === undefined ? "" : `?tab=${tab}`}`;

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
      title: { text: person.name ?? person.username },
      crumbs: [{ href: "/people", label: "people.title" }],
      head: { look: "person", badge: statusBadge(person.status), facts: belowName(person) },
      ...(person.deletion_due_at === null ? {} : { warning: { key: "people.deletion_waits" } }),
      tabs: tabsOf(visit, included),
      sections: [
        ...(tabOf(visit) === "profile" ? profileTab(person, { etag, mayChange }) : []),
        ...sectionsOf(included, visit),
        ...(tabOf(visit) === "security" && mayChange ? [waysIn(person)] : []),
      ],
    } satisfies Page;
  },
  acts: {
    save: {
      needs: "people:write",
      async run({ api, params, form, etag }) {
        const claims = Object.fromEntries(CLAIMS.map((claim) => [claim, filled(form, claim) ?? null]));
        await api.changePerson({ path: placeOf(params), body: { claims }, ifMatch: etag });
        return { to: addressOf(params), done: "saved" };
      },
    },
    disable: {
      needs: "people:write",
      confirmation: { label: "disable", warning: { key: "people.disable.warning" }, facts: sessionFacts },
      async run({ api, params, once }) {
        await api.disablePerson({ path: placeOf(params), idempotencyKey: once });
        return { to: addressOf(params), done: "disabled" };
      },
    },
    enable: {
      needs: "people:write",
      async run({ api, params, once }) {
        await api.enablePerson({ path: placeOf(params), idempotencyKey: once });
        return { to: addressOf(params), done: "enabled" };
      },
    },
    "send-reset": {
      needs: "people:write",
      async run({ api, params, once }) {
        await api.sendPasswordReset({ path: placeOf(params), idempotencyKey: once });
        return { to: addressOf(params, "security"), done: "reset_sent" };
      },
    },
    "end-session": {
      needs: "sessions:write",
      async run({ api, params, form }) {
        await api.endSession({ path: { ...placeOf(params), session: form.get("value") ?? "" } });
        return { to: addressOf(params, "sessions"), done: "session_ended" };
      },
    },
    "end-sessions": {
      needs: "sessions:write",
      confirmation: { label: "sessions.end_all", warning: { key: "sessions.end_all.warning" }, facts: sessionFacts },
      async run({ api, params, once }) {
        await api.endSessions({ path: placeOf(params), idempotencyKey: once });
        return { to: addressOf(params, "sessions"), done: "sessions_ended" };
      },
    },
    "withdraw-consents": {
      needs: "people:write",
      async run({ api, params, form }) {
        await api.withdrawConsents({ path: { ...placeOf(params), client: form.get("value") ?? "" } });
        return { to: addressOf(params, "access"), done: "consents_withdrawn" };
      },
    },
    "remove-connection": {
      needs: "people:write",
      confirmation: { label: "connections.remove", warning: { key: "connections.remove.warning" } },
      async run({ api, params, form }) {
        await api.removeConnection({ path: { ...placeOf(params), connection: form.get("value") ?? "" } });
        return { to: addressOf(params, "security"), done: "connection_removed" };
      },
    },
    "remove-passkey": {
      needs: "people:write",
      confirmation: REMOVAL,
      async run({ api, params, form }) {
        await api.removePasskey({ path: { ...placeOf(params), factor: form.get("value") ?? "" } });
        return { to: addressOf(params, "security"), done: "factor_removed" };
      },
    },
    "remove-app": {
      needs: "people:write",
      confirmation: REMOVAL,
      async run({ api, params, form }) {
        await api.removeAuthenticatorApp({ path: { ...placeOf(params), factor: form.get("value") ?? "" } });
        return { to: addressOf(params, "security"), done: "factor_removed" };
      },
    },
    "give-role": {
      needs: "roles:write",
      async run({ api, params, form }) {
        await api.giveRoleToPerson({ path: { ...placeOf(params), role: form.get("role") ?? "" } });
        return { to: addressOf(params, "access"), done: "role_given" };
      },
    },
    "take-role": {
      needs: "roles:write",
      async run({ api, params, form }) {
        await api.takeRoleFromPerson({ path: { ...placeOf(params), role: form.get("value") ?? "" } });
        return { to: addressOf(params, "access"), done: "role_taken" };
      },
    },
  },
};
