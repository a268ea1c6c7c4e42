/** A sample client, its fake provider and a browser, new for each test of the file. */
import { afterEach, beforeEach } from "vitest";
import { type Browser, openBrowser } from "./browser.ts";
import { type FakeProvider, runFakeProvider } from "./fake-provider.ts";
import { type RunningClient, runClient } from "./run-client.ts";

interface Parties {
  provider: FakeProvider;
  client: RunningClient;
  browser: Browser;
}

/** Registers the hooks of the file. The members are set before each test, which may replace them. */
export function clientAndProvider(): Parties {
  const parties = {} as Parties;
  beforeEach(async () => {
    parties.provider = await runFakeProvider();
    parties.client = await runClient(parties.provider.origin);
    parties.browser = openBrowser();
  });
  afterEach(async () => {
    await parties.client.close();
    await parties.provider.close();
  });
  return parties;
}
