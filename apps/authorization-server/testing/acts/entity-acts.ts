/** Everything that the audit log has of hooks, webhooks and blocked addresses. */
import { disableFailedWebhook } from "../../src/platform/stores/webhooks/webhook-failures.ts";
import { openBrowser } from "../browser.ts";
import { authorizationOf, signIn } from "../flows.ts";
import type { Service } from "../service.ts";

const NETWORK = "10.0.99.0/24";

interface Scene {
  readonly service: Pick<Service, "clock" | "database" | "deps" | "origin">;
  /** Runs a command of operators. */
  // biome-ignore lint/suspicious/noExplicitAny: what a command prints
  readonly command: (words: string[]) => Promise<any>;
  /** Gets every secret that is made. */
  readonly secrets: Record<string, string>;
}

export async function entityActs(scene: Scene): Promise<void> {
  for (const acts of [webhooks, hooks, blocked]) await acts(scene);
}

async function hooks({ command, secrets }: Scene): Promise<void> {
  const asked = ["--kind", "claims", "--url", "https://hooks.example/secret-path", "--on-error", "omit"];
  secrets.hook = (await command(["hooks", "add", "Plans", ...asked, "--claims", "plan"])).secret;
  secrets.hookNext = (await command(["hooks", "rotate-secret", "Plans"])).secret;
  for (const act of ["test", "disable", "remove"]) await command(["hooks", act, "Plans"]);
}

async function webhooks({ service, command, secrets }: Scene): Promise<void> {
  secrets.webhook = (
    await command(["webhooks", "add", "Billing", "--url", "https://hooks.example/secret-path"])
  ).secret;
  secrets.webhookNext = (await command(["webhooks", "rotate-secret", "Billing"])).secret;
  await command(["webhooks", "change", "Billing", "--personal-data"]);
  const { id: delivery } = await command(["webhooks", "test", "Billing"]);
  await command(["webhooks", "replay", "Billing", delivery]);
  const [{ id }] = await command(["webhooks", "list"]);
  const failed = { id, failure: "gone" } as const;
  await disableFailedWebhook(service.database, failed, { at: service.clock.now, also: async () => {} });
  await command(["webhooks", "remove", "Billing"]);
}

/** A network is blocked, and a person signs in there. */
async function blocked({ service: { deps, origin }, command }: Scene): Promise<void> {
  await command(["blocked-addresses", "add", NETWORK]);
  await command(["blocked-addresses", "change", NETWORK, "--reason", "abuse"]);
  await deps.blockedAddresses.refresh();
  const browser = openBrowser(origin, "10.0.99.9");
  await signIn(browser, await browser.get(authorizationOf("webClient")));
  await command(["blocked-addresses", "remove", NETWORK]);
  await deps.blockedAddresses.refresh();
}
