/** The requests of administrators: every list, search and statistic, with other values each time. */
import { createHash } from "node:crypto";
import type { Filled } from "./fill.ts";

/** One kind of request; the path of the request of a number, below the API. */
export interface Kind {
  readonly name: string;
  readonly operation: string;
  readonly path: (number: number) => string;
}

const idOf = (kind: string, number: number) => {
  const digest = createHash("md5").update(`${kind} ${number}`).digest("hex");
  const text = `${digest.slice(0, 12)}4${digest.slice(13, 16)}8${digest.slice(17)}`;
  return text.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
};

const LIST = "limit=50";
const GIVEN = ["anna", "ben", "chen", "dora", "emil", "fatima", "goran", "hana"];
const DAY_MS = 86_400_000;
const daysAgo = (days: number) => encodeURIComponent(new Date(Date.now() - days * DAY_MS).toISOString());

interface Subjects {
  readonly person: (number: number) => string;
  readonly client: (number: number) => string;
  readonly people: number;
  readonly clients: number;
}

const some = (number: number, most: number) => 1 + ((number * 7919) % most);

const list = (operation: string, path: string, kinds: Readonly<Record<string, (number: number) => string>>) =>
  Object.entries(kinds).map(([name, query]) => ({
    ...{ name: `${path.slice(1)}: ${name}`, operation },
    path: (number: number) => `${path}?${LIST}${query(number)}`,
  }));
const of = (operation: string, name: string, path: (number: number) => string): Kind => ({ operation, name, path });

/** The first page of a list that has no kinds of its own. */
export const wholeList = (operation: string, path: string): Kind => list(operation, path, { all: () => "" })[0] as Kind;

export function kindsOf({ people, clients }: Pick<Filled, "people" | "clients">): readonly Kind[] {
  const subjects = {
    person: (number: number) => idOf("person", some(number, people)),
    client: (number: number) => `client%20${some(number, clients)}`,
    ...{ people, clients },
  };
  return [
    ...listsOfPeople(subjects),
    ...aboutOne(subjects),
    ...otherLists(subjects),
    ...auditTrail(subjects),
    ...FIXED,
  ];
}

const TEAMS = `/organizations/${idOf("organization", 1)}/groups`;
const [ROLE, WIDE] = [idOf("role", 1), idOf("role", 2)];

const listsOfPeople = ({ person, people: count }: Subjects) => [
  ...list("listPeople", "/people", {
    all: () => "",
    "q, a username": (number) =>
      `&q=${createHash("md5")
        .update(String(some(number, count)))
        .digest("hex")
        .slice(0, 4)}`,
    "q, one letter": (number) => `&q=${(number % 16).toString(16)}`,
    "q, an address": (number) => `&q=${some(number, count)}.mail`,
    "q, a name": (number) => `&q=${GIVEN[number % GIVEN.length]}`,
    "q, no match": (number) => `&q=zzz${number}`,
    "status enabled": () => "&status=enabled",
    "status disabled": () => "&status=disabled",
    "disabled, q": (number) => `&status=disabled&q=${GIVEN[number % GIVEN.length]}`,
    newest: () => "&sort=-created_at",
    "newest, disabled": () => "&sort=-created_at&status=disabled",
    "created after": (number) => `&sort=-created_at&created_after=${daysAgo(number % 300)}`,
    "a rare role": () => `&role=${ROLE}`,
    "a wide role": () => `&role=${WIDE}`,
    "a wide role, disabled, passkey": () => `&role=${WIDE}&status=disabled&factor=passkey`,
    "a rare role, newest": () => `&sort=-created_at&role=${ROLE}`,
    passkey: () => "&factor=passkey",
    "authenticator app": () => "&factor=authenticator_app",
    "no factor": () => "&factor=none",
    "no factor, q": (number) => `&factor=none&q=${GIVEN[number % GIVEN.length]}`,
    "passkey, disabled": () => "&factor=passkey&status=disabled",
    "fifty ids": (number) => `&ids=${Array.from({ length: 50 }, (_, n) => person(number + n)).join(",")}`,
  }),
];

const aboutOne = ({ person, client }: Subjects) => [
  of("readPerson", "one person", (number) => `/people/${person(number)}`),
  of("listSessions", "sessions of a person", (number) => `/people/${person(number)}/sessions`),
  of("listConsents", "consents of a person", (number) => `/people/${person(number)}/consents`),
  of("listConsentsOfClient", "consents to a client", (number) => `/clients/${client(number)}/consents?${LIST}`),
  of("listFactors", "factors of a person", (number) => `/people/${person(number)}/factors`),
  of("listRolesOfPerson", "roles of a person", (number) => `/people/${person(number)}/roles`),
  of("listGroupsOfPerson", "groups of a person", (number) => `/people/${person(number)}/groups?${LIST}`),
  of(
    "listOrganizationsOfPerson",
    "organizations of a person",
    (number) => `/people/${person(number)}/organizations?${LIST}`,
  ),
  ...list("listAllSessions", "/sessions", {
    all: () => "",
    "of a client": (number) => `&client_id=${client(number)}`,
    "of a person": (number) => `&user_id=${person(number)}`,
    "of a day": (number) => `&since=${daysAgo(1 + (number % 5))}&until=${daysAgo(number % 5)}`,
  }),
];

const otherLists = ({ people: count, clients }: Subjects) => [
  ...list("listClients", "/clients", {
    all: () => "",
    q: (number) => `&q=application%20${some(number, clients)}`,
    "q, many": () => "&q=app",
    newest: () => "&sort=-created_at",
  }),
  ...list("listInvitations", "/invitations", { all: () => "" }),
  ...list("listRoles", "/roles", { all: () => "", q: () => "&q=own" }),
  ...list("listGroups", "/groups", { all: () => "" }),
  of("listMembers", "members of a wide group", () => `/groups/${idOf("group", 1)}/members?${LIST}`),
  of("listRolesOfGroup", "roles of a group", () => `/groups/${idOf("group", 1)}/roles`),
  ...list("listOrganizations", "/organizations", { all: () => "" }),
  of(
    "listOrganizationMembers",
    "members of an organization",
    () => `/organizations/${idOf("organization", 1)}/members?${LIST}`,
  ),
  of(
    "listOrganizationInvitations",
    "invitations of an organization",
    () => `/organizations/${idOf("organization", 1)}/invitations?${LIST}`,
  ),
  of("listOrganizationGroups", "groups of an organization", () => `${TEAMS}?${LIST}`),
  of(
    "listOrganizationGroupMembers",
    "members of a group of an organization",
    () => `${TEAMS}/${idOf("organization group", 1)}/members?${LIST}`,
  ),
  of("listWebhookDeliveries", "deliveries of a webhook", () => `/webhooks/${idOf("webhook", 1)}/deliveries?${LIST}`),
  of("listImportRefusals", "refusals of an import", () => `/imports/${idOf("import", 1)}/refusals?${LIST}`),
  ...list("listMails", "/mails", {
    all: () => "",
    failed: () => "&state=failed",
    waiting: () => "&state=waiting",
    "to an address": (number) => `&address=${some(number, count)}.mail@example.org`,
  }),
];

const auditTrail = ({ person, client }: Subjects) => [
  ...list("listAuditEvents", "/audit", {
    all: () => "",
    "a frequent type": () => "&type=sign_in",
    "a rare type": () => "&type=client_updated",
    "an old type": () => "&type=user_added",
    "no such event": () => "&type=keys_resealed",
    "a person": (number) => `&user_id=${person(number)}`,
    "an actor": (number) => `&actor_id=${person(number)}`,
    "a client": (number) => `&client_id=${client(number)}`,
    "a client, a rare type": (number) => `&client_id=${client(number)}&type=client_updated`,
    "a client, an old type": (number) => `&client_id=${client(number)}&type=user_added`,
    "a day": (number) => `&since=${daysAgo(2 + (number % 80))}&until=${daysAgo(1 + (number % 80))}`,
    "a type on a day": (number) =>
      `&type=consent&since=${daysAgo(2 + (number % 80))}&until=${daysAgo(1 + (number % 80))}`,
  }),
];

const dayAgo = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10);

const FIXED: readonly Kind[] = [
  of("readStatistics", "statistics of 30 days", () => "/statistics"),
  of("readStatistics", "statistics of a year", () => `/statistics?since=${dayAgo(365)}&until=${dayAgo(0)}`),
  of("listKeys", "keys", () => "/keys"),
  of("listResourceServers", "resource servers", () => "/resource-servers"),
];
