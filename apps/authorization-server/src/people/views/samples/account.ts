/** Sample data for the pages of a person's own account. */
import { app, at, bare, common, session, unnamed } from "./account-data.ts";
import { reference, type Sample, sample } from "./sample.ts";

const application = {
  clientId: "client",
  name: "Example",
  revision: 1,
  resource: "https://api.example",
  resourceName: undefined,
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
  declined: {
    scopes: [
      { name: "phone", isAskable: true },
      { name: "address", isAskable: false },
    ],
    claims: ["gender"],
  },
};
const ofApp = { clientId: "client", name: "Example", page: "/account/applications?client=client", removal: "/removal" };

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

export const ACCOUNT_SAMPLES: readonly Sample[] = [
  ...sample(
    "accountProfile",
    { ...common, done: "profile_saved", username: "alice", claims, zones, picture: { ...picture, problem: "wrong" } },
    {
      ...bare,
      username: undefined,
      claims: claims.map((claim) => ({ ...claim, value: "", isWrong: false })),
      zones,
      picture: undefined,
    },
    { ...bare, username: "alice", claims: [], zones, picture: { ...picture, path: undefined, isSet: false } },
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
      providers: [
        { alias: "corp", name: "Corp", mark: undefined },
        { alias: "github", name: "GitHub", mark: "github" },
      ],
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
      applications: [app, { ...app, name: "Orders", logo: "/logo/orders" }],
    },
    { ...bare, applications: [] },
  ),
  ...sample(
    "accountApplicationRemoval",
    { ...common, ...ofApp, isImplied: false },
    { ...bare, ...ofApp, isImplied: true },
  ),
  ...sample("accountApplication", {
    ...common,
    ...ofApp,
    isImplied: false,
    done: "part_withdrawn",
    undo: { action: "undo", fields: { client: "client", resource: "https://api.example", scope: "email" } },
    shares: [application, { ...application, ...elsewhere, hosts: [], isOnDevice: true, claims: [], isImplied: true }],
  }),
  ...sample(
    "accountDelete",
    { ...common, username: "alice", graceDays: 7, dueAt: undefined, typed: "alcie", problem: "wrong_username" },
    { ...bare, username: "alice", graceDays: 0, dueAt: undefined, problem: undefined },
    { ...common, username: "alice", graceDays: 7, dueAt: at, problem: undefined },
  ),
  ...sample("accountDeleted", { dueAt: at, canBeKept: true }, { dueAt: undefined, canBeKept: false }),
  ...sample("accountKeep", { path: "/account/keep", csrf: "csrf", here: "/account/keep" }),
  ...sample("accountLinkGone", { reference }),
  ...sample("accountExport", common, bare),
];
