/** Playwright's test, with the world of its project and with people made for the test. */
import { randomBytes } from "node:crypto";
import { test as base } from "@playwright/test";
import { type RelyingParty, relyingParty } from "./relying-party.ts";
import { type Operator, operatorOf } from "./worlds/operator.ts";
import { type Account, findWorld, siteOf, type World, type WorldName } from "./worlds/world.ts";

export interface WorldOption {
  readonly worldName: WorldName;
}

interface WorkerFixtures extends WorldOption {
  readonly world: World;
  readonly operator: Operator;
  /** A confidential client on its own site, allowed every scope; on https only. */
  readonly rp: RelyingParty;
  /** The demo account, which has every claim. It is for tests that change nothing about the account. */
  readonly demo: Account;
}

interface TestFixtures {
  /** A person that no other test uses, so that the issuer remembers nothing about them. */
  readonly person: Account;
}

export const test = base.extend<TestFixtures, WorkerFixtures>({
  worldName: ["http", { option: true, scope: "worker" }],
  world: [async ({ worldName }, use) => use(findWorld(worldName)), { scope: "worker" }],
  operator: [async ({ world }, use) => use(operatorOf(world)), { scope: "worker" }],
  rp: [
    async ({ world, operator }, use) => {
      const redirectUri = `${siteOf(world, "rp")}/cb`;
      const client = await operator.addClient("--name", "Test party", "--redirect-uri", redirectUri);
      await use(await relyingParty(world, { ...client, redirectUri }));
    },
    { scope: "worker" },
  ],
  demo: [
    async ({ world }, use) => {
      const alice = world.accounts.find(({ username }) => username === "alice");
      if (alice === undefined) throw new Error("the demo account is missing");
      await use(alice);
    },
    { scope: "worker" },
  ],
  person: async ({ operator }, use) => use(await operator.addUser()),
  // The limits count by source. So each test of the http world has a source of its own.
  extraHTTPHeaders: async ({ world }, use) =>
    use(world.name === "http" ? { "X-Forwarded-For": `10.${[...randomBytes(3)].join(".")}` } : {}),
});

export { expect } from "@playwright/test";
