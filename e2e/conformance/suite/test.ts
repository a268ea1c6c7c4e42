/**
 * Playwright's test for the conformance suite: the https world, and a token that can register any number of clients.
 */
import { test as base } from "../../support/test.ts";

interface WorkerFixtures {
  readonly initialAccessToken: string;
}

export const test = base.extend<object, WorkerFixtures>({
  initialAccessToken: [
    async ({ operator }, use) => use(await operator.addInitialAccessToken("unlimited")),
    { scope: "worker" },
  ],
});
