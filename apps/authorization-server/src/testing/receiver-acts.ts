/** What is done with hooks and webhooks, by commands. Each returns the secrets that were made. */
import { disableFailedWebhook } from "../stores/webhooks/webhook-failures.ts";
import type { Service } from "./service.ts";

// biome-ignore lint/suspicious/noExplicitAny: what a command prints is for the caller to look at
type Command = (argv: readonly string[]) => Promise<any>;

export async function hookActs(command: Command) {
  const asked = ["--kind", "claims", "--url", "https://hooks.example/secret-path", "--on-error", "omit"];
  const hook: string = (await command(["hooks", "add", "Plans", ...asked, "--claims", "plan"])).secret;
  const hookNext: string = (await command(["hooks", "rotate-secret", "Plans"])).secret;
  for (const act of ["disable", "remove"]) await command(["hooks", act, "Plans"]);
  return { hook, hookNext };
}

export async function webhookActs({ database, clock }: Service, command: Command) {
  const added = await command(["webhooks", "add", "Billing", "--url", "https://hooks.example/secret-path"]);
  const webhookNext: string = (await command(["webhooks", "rotate-secret", "Billing"])).secret;
  await command(["webhooks", "change", "Billing", "--personal-data"]);
  const { id: delivery } = await command(["webhooks", "test", "Billing"]);
  await command(["webhooks", "replay", "Billing", delivery]);
  const [{ id }] = await command(["webhooks", "list"]);
  const failed = { id, failure: "gone" } as const;
  await disableFailedWebhook(database, failed, { at: clock.now, also: async () => {} });
  await command(["webhooks", "remove", "Billing"]);
  return { webhook: String(added.secret), webhookNext };
}
