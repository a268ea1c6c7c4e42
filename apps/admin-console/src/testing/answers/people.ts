/** People, their sessions and what is sent to them, as the API answers in tests. */
import { AT, ID, invitationWith, onePage, roleWith } from "./common.ts";

const OTHER = "00000000-0000-4000-8000-000000000002";

export const peopleAnswers = (text: string) => {
  const person = {
    id: ID,
    username: text,
    name: text,
    given_name: text,
    family_name: text,
    email: text,
    email_verified: true,
    status: "enabled",
    created_at: AT,
    last_sign_in_at: AT,
    signs_in_with: ["passkey", "password", "authenticator_app"],
    updated_at: AT,
    deletion_due_at: AT,
    claims: { name: text, given_name: text, family_name: text, nickname: text },
    factors: { password: true, passkeys: 0, authenticator_apps: 1, recovery_codes: 0 },
  };
  const role = roleWith(text);
  const invitation = invitationWith(text);
  const session = { id: ID, user_agent: text, network: text, clients: [text], created_at: AT, idle_expires_at: AT };
  const event = {
    id: "1",
    at: AT,
    type: "sign_in",
    actor: "administrator",
    actor_id: ID,
    user_id: ID,
    client_id: text,
    address: text,
    detail: { text, reason: text },
    reference: text,
  };
  const statistics = {
    days: ["2030-01-01", "2030-01-02"].map((day) => ({
      day,
      sign_ins: { password: 3, password_and_second_factor: 2, passkey: 1, provider: 1, other: 0 },
      active_people: 4,
      failed_sign_ins: 1,
      limited_sign_ins: 0,
      new_people: 1,
      deleted_people: 0,
    })),
    people: { total: 9, with_passkey: 3, with_authenticator_app: 2, counted_at: AT },
  };
  const consent = {
    client_id: text,
    client_name: text,
    resource: text,
    resource_name: text,
    scopes: [text],
    claims: [],
    declined_scopes: [],
    declined_claims: [],
    updated_at: AT,
  };
  const connection = {
    id: ID,
    provider: text,
    provider_name: text,
    subject: text,
    created_at: AT,
    last_used_at: null,
  };
  const factors = {
    passkeys: [{ id: ID, name: text, use: "sign-in", last_used_at: AT }],
    authenticator_apps: [{ id: ID, name: text, last_used_at: AT }],
    recovery_codes: 8,
    connections: 1,
  };
  const ofPerson = {
    factors,
    connections: { items: [connection] },
    consents: { items: [consent] },
    sessions: { items: [session] },
    roles: { items: [] },
    groups: onePage({ id: ID, name: text, members: 1, managed_by: null }),
    organizations: onePage({
      ...{ id: ID, slug: text, name: text, disabled_at: null, member_since: AT },
      groups: [{ id: ID, name: text }],
    }),
    known_roles: onePage(role),
    known_groups: { items: [{ id: OTHER, name: text, managed_by: null }] },
    known_organizations: {
      items: [{ id: OTHER, slug: text, name: text, members: 1, disabled_at: null, created_at: AT }],
    },
    events: onePage(event),
  };
  return {
    listPeople: onePage(person),
    readPerson: { ...person, included: ofPerson },
    changePerson: person,
    ...Object.fromEntries(
      [
        ...["disablePeople", "enablePeople", "endSessionsOfPeople", "deletePeople"],
        ...["giveRoleToPeople", "takeRoleFromPeople", "giveRoleToMembers", "takeRoleFromMembers"],
        ...["withdrawInvitations", "sendInvitationsAgain", "withdrawOrganizationInvitations"],
        ...["sendOrganizationInvitationsAgain", "disableClients", "enableClients", "endSessionsAtOnce"],
        ...["removeOrganizationMembers", "addOrganizationMembers", "addMembers", "addOrganizationGroupMembers"],
      ].map((act) => [act, { items: [{ id: ID, result: "done", reason: null }] }]),
    ),
    search: {
      people: [{ id: ID, username: text, name: text, given_name: null, family_name: null, email: text }],
      clients: [{ client_id: text, client_name: text }],
      organizations: [{ id: ID, slug: text, name: text }],
    },
    addPerson: person,
    listAllSessions: onePage({ ...session, user_id: ID, username: text }),
    listInvitations: onePage(invitation),
    readInvitation: invitation,
    ...Object.fromEntries(
      ["invitePeople", "invitePeopleIntoOrganization"].map((act) => [
        act,
        { items: [{ email: text, result: "refused", id: null, code: "not_possible", reason: text }] },
      ]),
    ),
    listAuditEvents: onePage(event),
    readStatistics: statistics,
  };
};
