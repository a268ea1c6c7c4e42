/** Playwright's test, with the world of its project and people of its own. */
import { test as base } from "@playwright/test";
import { type Operator, operatorOf } from "./operator.ts";
import { type RelyingParty, relyingParty } from "./relying-party.ts";
import { type Account, findWorld, siteOf, type World, type WorldName } from "./world.ts";

export interface WorldOption {
  readonly worldName: WorldName;
}

interface WorkerFixtures extends WorldOption {
  readonly world: World;
  readonly operator: Operator;
  /** A confidential client on a site of its own, allowed every scope; on https only. */
  readonly rp: RelyingParty;
  /** The demo account of whom everything is known, for tests that change nothing about her. */
  readonly demo: Account;
}

interface TestFixtures {
  /** Somebody whom no other test knows: nothing is remembered of them. */
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
});

export { expect } from "@playwright/test";
