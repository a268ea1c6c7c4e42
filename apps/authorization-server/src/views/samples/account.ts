/** Sample data for the pages of a person's own account. */
import { type Sample, sample } from "./sample.ts";

const links = [{ name: "sessions", path: "/account/sessions" }];
const common = { person: "Alice", path: "/account", csrf: "csrf", done: undefined, links, signOut: "/end_session" };
const bare = { ...common, links: [], back: { client: "Example", url: "https://app.example/" } };
const at = new Date("2030-01-01T12:00:00Z");
const session = {
  id: "1",
  browser: "Firefox",
  system: "Linux",
  network: "192.0.2.0/24",
  firstSeen: at,
  lastSeen: at,
  clients: ["Example"],
  isThisOne: true,
};
const unnamed = { browser: undefined, system: undefined, network: undefined, clients: [], isThisOne: false };

const application = {
  clientId: "client",
  name: "Example",
  resource: "https://api.example",
  resourceName: undefined,
  isLast: true,
  hosts: ["app.example"],
  since: at,
  isImplied: false,
  scopes: [
    { name: "openid", required: true },
    { name: "email", required: false },
    { name: "orders", required: false },
  ],
  claims: ["nickname"],
  texts: new Map<string, string>(),
  declined: { scopes: ["phone"], claims: ["gender"] },
};
const elsewhere = {
  clientId: "other",
  resource: "https://orders.example",
  resourceName: "Orders",
  texts: new Map([["orders", "See your orders"]]),
};

const claims = [
  { name: "name", value: "Alice", isWrong: false },
  { name: "website", value: "//x", isWrong: true },
  { name: "birthdate", value: "1990-01-01", isWrong: false },
  { name: "zoneinfo", value: "Europe/Berlin", isWrong: false },
  { name: "locale", value: "de-AT", isWrong: false },
];
const picture = { path: "/picture/1", isSet: true, problem: undefined };
const zones = ["Europe/Berlin", "Europe/London"];

const signals = { accepted: "{}", details: "{}" };

const event = { at, type: "sign_in", actor: "user", client: "Example", address: "192.0.2.1" };
const secure = ["/account/sessions", "/forgot-password"] as const;

const way = { name: "passkeys", path: "/account/passkeys", count: 2, newestAt: at };
const ways = [way, { ...way, name: "password", path: undefined }, { ...way, name: "of a later version" }];

export const ACCOUNT_SAMPLES: readonly Sample[] = [
  ...sample(
    "accountOverview",
    { ...common, ways, warnings: [{ name: "deletion_pending", path: "/account/delete" }], signals: undefined },
    { ...bare, ways: [], warnings: [], signals: { accepted: "{}", details: "{}" } },
  ),
  ...sample(
    "accountProfile",
    { ...common, done: "profile_saved", claims, zones, picture: { ...picture, problem: "wrong" } },
    { ...bare, claims: claims.map((claim) => ({ ...claim, value: "", isWrong: false })), zones, picture: undefined },
    { ...bare, claims: [], zones, picture: { ...picture, path: undefined, isSet: false } },
  ),
  ...sample(
    "accountUsername",
    { ...common, username: "alice", typed: "", problem: undefined, signals },
    { ...bare, username: "alice", typed: "bob", problem: "taken", signals: undefined },
  ),
  ...sample(
    "accountSessions",
    { ...common, done: "session_ended", sessions: [session, { ...session, id: "2", ...unnamed }] },
    { ...bare, sessions: [{ ...session, browser: undefined }] },
  ),
  ...sample(
    "accountConnections",
    {
      ...common,
      done: "connected",
      connections: [
        { id: "1", provider: "Corp", createdAt: at, lastUsedAt: at },
        { id: "2", provider: "University", createdAt: at, lastUsedAt: null },
      ],
      providers: [{ alias: "corp", name: "Corp" }],
      problem: "last",
    },
    { ...bare, connections: [], providers: [], problem: undefined },
  ),
  ...sample(
    "accountOrganizations",
    {
      ...common,
      done: "joined",
      organizations: [{ id: "1", name: "Acme", since: at }],
      invitations: [
        { id: "2", name: "Beta", expiresAt: at, isOpened: true },
        { id: "3", name: "Gamma", expiresAt: at, isOpened: false },
      ],
    },
    { ...bare, organizations: [], invitations: [] },
  ),
  ...sample(
    "accountApplications",
    {
      ...common,
      applications: [
        application,
        { ...application, ...elsewhere, hosts: [], isOnDevice: true, claims: [], isImplied: true },
      ],
    },
    { ...bare, applications: [] },
  ),
  ...sample(
    "accountDelete",
    { ...common, username: "alice", graceDays: 7, dueAt: undefined, problem: "wrong_username" },
    { ...bare, username: "alice", graceDays: 0, dueAt: undefined, problem: undefined },
    { ...common, username: "alice", graceDays: 7, dueAt: at, problem: undefined },
  ),
  ...sample("accountDeleted", { dueAt: at, canBeKept: true }, { dueAt: undefined, canBeKept: false }),
  ...sample("accountKeep", { path: "/account/keep", csrf: "csrf" }),
  ...sample("accountLinkGone", {}),
  ...sample(
    "accountActivity",
    { ...common, events: [event, { ...event, type: "other", client: undefined, address: undefined }], secure },
    { ...bare, events: [], secure },
  ),
  ...sample("accountExport", common, bare),
];
