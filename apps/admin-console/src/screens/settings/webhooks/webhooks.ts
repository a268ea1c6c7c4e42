import type { Screen } from "../../screen.ts";
import { listWebhooks } from "./list-webhooks.ts";
import { newWebhook } from "./new-webhook.ts";
import { oneWebhook } from "./one-webhook.ts";

export const webhookScreens: readonly Screen[] = [listWebhooks, newWebhook, oneWebhook];
