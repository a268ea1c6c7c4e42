/** Sample data for the pages of authorization requests. */
import { reference, type Sample, sample } from "./sample.ts";

const ended = { csrf: "csrf", person: "Alice" };
const form = { path: "/login", request: "request", csrf: "csrf", person: "Alice" };
const known = {
  name: "Example",
  host: "app.example",
  logo: "/logo/example",
  clientUri: "https://app.example/",
  policyUri: "https://app.example/privacy",
  tosUri: "https://app.example/terms",
};
const unknown = { ...known, logo: undefined, clientUri: undefined, policyUri: undefined, tosUri: undefined };
const documented = {
  ...unknown,
  name: "tools.example",
  host: "127.0.0.1:33418",
  document: { claimedName: "Example editor", isLocal: true },
};
const full = { ...form, party: known, display: "popup" } as const;
const bare = { ...form, party: unknown, display: undefined };
const scopes = [
  { name: "openid", required: true, checked: true, values: [] },
  { name: "email", required: false, checked: false, values: [{ claim: "email_verified", value: true }] },
];
const claims = [
  { name: "birthdate", checked: true, value: new Date("2000-01-01T00:00:00Z") },
  { name: "nickname", checked: false, value: undefined },
];
const resources = [
  {
    identifier: "https://orders.example/v1",
    name: "Orders",
    scopes: [
      { name: "orders:read", text: "See your orders", required: true, checked: true },
      { name: "orders:write", text: undefined, required: false, checked: false },
    ],
  },
  { identifier: "https://tools.example/mcp", name: "Tools", scopes: [] },
];
const payment = (amount: string, creditor: string) => ({
  title: `Pay ${amount} to ${creditor}`,
  fields: [
    { label: "Amount", value: amount },
    { label: "Recipient", value: creditor },
    { label: "Account", value: "MT31MALT01100000000000000000123" },
    { label: "Reference", value: "Invoice 4711" },
  ],
});
const details = [
  {
    value: "0",
    objects: [payment("123456789012.50 EUR", "Merchant A"), payment("99.00 CHF", "M".repeat(70))],
    resources: ["Payments"],
    isRemembered: false,
  },
  { value: "2", objects: [payment("10.00 EUR", "Shop[U+202E]")], resources: ["Payments"], isRemembered: true },
];
const carried = [{ name: "state", value: "state" }];
const error = { code: "invalid_request", description: "a description", reference };
const metadata = "/.well-known/openid-configuration";

const providers = [
  { alias: "corp", name: "Corp", mark: undefined },
  { alias: "university", name: "University of Applied Sciences", mark: undefined },
  { alias: "google", name: "Google", mark: "google" },
  { alias: "microsoft", name: "Microsoft", mark: "microsoft" },
  { alias: "apple", name: "Apple", mark: "apple" },
  { alias: "github", name: "GitHub", mark: "github" },
  { alias: "gitlab", name: "GitLab", mark: "gitlab" },
] as const;
const connecting = { provider: "Corp", address: "iris@corp.example" };

export const AUTHORIZATION_SAMPLES: readonly Sample[] = [
  ...sample(
    "login",
    {
      ...full,
      username: "alice",
      problem: "wrong_password",
      canReset: true,
      passkey: { options: "{}", unknownCredentialId: undefined },
    },
    { ...full, username: "", problem: "passkey_failed", passkey: { options: "{}", unknownCredentialId: undefined } },
    { ...full, username: "", problem: "passkey_unknown", passkey: { options: "{}", unknownCredentialId: "id" } },
    { ...bare, username: "", problem: undefined, passkey: undefined },
    {
      ...bare,
      username: "alexandra.constantinescu@a-long-company-name.example",
      problem: undefined,
      passkey: undefined,
    },
    {
      ...bare,
      ...{ username: "", problem: undefined, canReset: true, signUp: true },
      passkey: { options: "{}", unknownCredentialId: undefined },
      providers: [{ alias: "google", name: "Google", mark: "google" }],
    },
    {
      ...full,
      username: "alice",
      known: { hasPasskey: true, hasPassword: true },
      passkey: { options: "{}", unknownCredentialId: undefined },
    },
    {
      ...full,
      username: "alice",
      known: { hasPasskey: true, hasPassword: true },
      passkey: { options: "{}", unknownCredentialId: undefined },
      providers,
    },
    { ...full, username: "alice", known: { hasPasskey: false, hasPassword: true }, passkey: undefined, providers },
    {
      ...full,
      username: "alice",
      known: { hasPasskey: false, hasPassword: true },
      problem: "wrong_password",
      canReset: true,
    },
    { ...bare, username: "", problem: "too_many_attempts", reference, passkey: undefined },
    { ...full, username: "", problem: "provider_failed", reference, passkey: undefined, providers },
    {
      ...full,
      username: "",
      nameFirst: true,
      signUp: true,
      passkey: { options: "{}", unknownCredentialId: undefined },
      providers,
    },
    { ...bare, username: "", passkey: undefined, connecting },
    { ...bare, username: "", passkey: undefined, connecting: { ...connecting, address: undefined } },
  ),
  ...sample("selectAccount", full, bare),
  ...sample(
    "consent",
    { ...full, scopes, claims, resources, details, isRemembered: true },
    { ...bare, scopes: [], claims: [], resources: [], details: [], isRemembered: true },
    { ...bare, scopes: scopes.slice(0, 1), claims: [], resources: [], details, isRemembered: false },
    { ...bare, party: documented, scopes, claims: [], resources, details: [], isRemembered: false },
  ),
  ...sample("formPost", { client: "Example", action: "https://app.example/cb", fields: carried }),
  ...sample("signOut", { ...ended, carried, here: "/end_session" }, { ...ended, carried: [], here: "/end_session" }),
  ...sample("signingOut", { frames: ["https://app.example/out"], onward: "/signed-out" }),
  ...sample(
    "signedOut",
    { here: "/signed-out", told: ["Acme Dashboard", "Billing"] },
    { back: { host: "app.example", link: "https://app.example/bye" } },
  ),
  ...sample("checkSession", { cookie: "name", lookUp: "/session/check/client" }),
  ...sample(
    "home",
    { person: "Alice", account: "/account", signOut: "/end_session", metadata, here: "/" },
    { person: undefined, account: "/account", signOut: "/", metadata, here: "/" },
    { person: undefined, account: "/account", signUp: "/sign-up", signOut: "/", metadata, here: "/" },
  ),
  ...sample("notFound", { reference, here: "/nowhere" }),
  ...sample(
    "error",
    { advice: "expired", ...error },
    {
      advice: "expired",
      ...error,
      again: "/authorization",
      here: "/authorization",
      app: { client: "Example", url: "https://app.example/" },
    },
    { advice: "invalid_request", ...error, signOut: "/end_session" },
    { advice: "stale_form", ...error, again: "/", here: "/" },
    { advice: "wrong_method", ...error },
    {
      ...{ advice: "invalid_request", code: "invalid_request", reference: error.reference },
      ...{ description: "redirect_uri is not registered", remedy: "register_redirect_uri" },
    },
  ),
  ...sample(
    "returnError",
    { ...error, host: "app.example", link: "https://app.example/cb", form: undefined },
    { ...error, host: "app.example", link: undefined, form: { action: "https://app.example/cb", fields: carried } },
  ),
];
