/** What the samples of the account's pages have in common. */
import { ACCOUNT } from "./sample.ts";

const links = ["sessions", "username", "email"].map((name) => ({ name, path: `/account/${name}` }));
export const at = new Date("2030-01-01T12:00:00Z");
export const common = {
  ...ACCOUNT,
  links,
  owner: { name: "Alice Miller", givenName: "Alice", email: "alice@example.com", since: at },
};
export const bare = {
  ...ACCOUNT,
  back: { client: "Example", url: "https://app.example/" },
};
export const session = {
  id: "1",
  browser: "Firefox",
  system: "Linux",
  network: "192.0.2.0/24",
  firstSeen: at,
  lastSeen: at,
  clients: ["Example"],
  isThisOne: true,
};
export const unnamed = { browser: undefined, system: undefined, network: undefined, clients: [], isThisOne: false };

export const app = {
  name: "Example",
  logo: undefined as string | undefined,
  path: "/account/applications?client=client",
  since: at,
  parts: [{ resourceName: undefined, scopes: ["openid", "email"], claims: ["nickname"], texts: new Map() }],
};
