import type { Answer } from "@countersign/admin-client";
import { filled } from "../../views/form.ts";
import type { Fact, Page, Section } from "../../views/model.ts";
import { part } from "../list.ts";
import type { Confirmation, Screen, Submission } from "../screen.ts";
import { personOf, sectionsOf, sessionFacts } from "./person-sections.ts";

const placeOf = ({ id }: Submission["params"]) => ({ id: id ?? "" });
const addressOf = ({ id }: Submission["params"]) => `/people/${part(id ?? "")}`;

type Person = Omit<Answer<"readPerson">["body"], "included">;

const REMOVAL: Confirmation = { label: "factors.remove", warning: { key: "factors.remove.warning" } };

/** The claims that a form here changes. */
const CLAIMS = ["name", "given_name", "family_name", "nickname"] as const;

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
      tags: [`status.${person.status}`],
      ...(person.deletion_due_at === null ? {} : { warning: { key: "people.deletion_waits" } }),
      sections: [
        { id: "facts", title: "people.account", facts: factsOf(person), ...(mayChange ? actsOn(person) : {}) },
        ...(mayChange && person.status === "enabled" ? [profileSection(person, etag)] : []),
        ...sectionsOf(included, visit),
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
        return { to: addressOf(params), done: "reset_sent" };
      },
    },
    "end-session": {
      needs: "sessions:write",
      async run({ api, params, form }) {
        await api.endSession({ path: { ...placeOf(params), session: form.get("value") ?? "" } });
        return { to: addressOf(params), done: "session_ended" };
      },
    },
    "end-sessions": {
      needs: "sessions:write",
      confirmation: { label: "sessions.end_all", warning: { key: "sessions.end_all.warning" }, facts: sessionFacts },
      async run({ api, params, once }) {
        await api.endSessions({ path: placeOf(params), idempotencyKey: once });
        return { to: addressOf(params), done: "sessions_ended" };
      },
    },
    "withdraw-consents": {
      needs: "people:write",
      async run({ api, params, form }) {
        await api.withdrawConsents({ path: { ...placeOf(params), client: form.get("value") ?? "" } });
        return { to: addressOf(params), done: "consents_withdrawn" };
      },
    },
    "remove-connection": {
      needs: "people:write",
      confirmation: { label: "connections.remove", warning: { key: "connections.remove.warning" } },
      async run({ api, params, form }) {
        await api.removeConnection({ path: { ...placeOf(params), connection: form.get("value") ?? "" } });
        return { to: addressOf(params), done: "connection_removed" };
      },
    },
    "remove-passkey": {
      needs: "people:write",
      confirmation: REMOVAL,
      async run({ api, params, form }) {
        await api.removePasskey({ path: { ...placeOf(params), factor: form.get("value") ?? "" } });
        return { to: addressOf(params), done: "factor_removed" };
      },
    },
    "remove-app": {
      needs: "people:write",
      confirmation: REMOVAL,
      async run({ api, params, form }) {
        await api.removeAuthenticatorApp({ path: { ...placeOf(params), factor: form.get("value") ?? "" } });
        return { to: addressOf(params), done: "factor_removed" };
      },
    },
    "give-role": {
      needs: "roles:write",
      async run({ api, params, form }) {
        await api.giveRoleToPerson({ path: { ...placeOf(params), role: form.get("role") ?? "" } });
        return { to: addressOf(params), done: "role_given" };
      },
    },
    "take-role": {
      needs: "roles:write",
      async run({ api, params, form }) {
        await api.takeRoleFromPerson({ path: { ...placeOf(params), role: form.get("value") ?? "" } });
        return { to: addressOf(params), done: "role_taken" };
      },
    },
  },
};

const factsOf = (person: Person): readonly Fact[] => [
  { label: "people.username", value: { text: person.username } },
  { label: "people.email", value: { text: person.email } },
  { label: "people.email_verified", value: { word: person.email_verified ? "yes" : "no" } },
  { label: "people.last_sign_in", value: { at: person.last_sign_in_at } },
  { label: "created", value: { at: person.created_at } },
  { label: "people.has_password", value: { word: person.factors.password ? "yes" : "no" } },
  { label: "people.passkeys", value: { count: person.factors.passkeys } },
  { label: "people.authenticator_apps", value: { count: person.factors.authenticator_apps } },
  { label: "people.id", value: { text: person.id, isCode: true } },
];

const actsOn = ({ id, status, email_verified: isVerified }: Person): Pick<Section, "buttons" | "links"> => ({
  buttons: [
    ...(status === "enabled" && isVerified ? [{ act: "send-reset", label: "people.send_reset" }] : []),
    status === "enabled" ? { act: "disable", label: "disable" } : { act: "enable", label: "enable" },
  ],
  links: [
    { href: `/people/${part(id)}/reset-factors`, label: "factors.reset", id: "reset-factors" },
    { href: `/people/${part(id)}/delete`, label: "people.delete", id: "delete-person" },
  ],
});

const profileSection = ({ claims }: Person, etag: string | undefined): Section => ({
  id: "profile",
  title: "people.profile",
  form: {
    act: "save",
    submit: "save",
    etag,
    fields: CLAIMS.map((claim) => ({
      name: claim,
      label: `people.${claim}`,
      type: "text",
      value: claims[claim],
      maxLength: 200,
    })),
  },
});
