/** The commands of webhooks that run operations (decision 170), where a word does not follow from a shape. */
import type { Given, Names, OperationCommand } from "../api/command.ts";
import { overlapOf } from "../receiver.ts";
import { missing } from "../refused.ts";
import { WEBHOOK } from "./entity.ts";

/** Every type, as one word: the API takes an empty list for it. */
const typesIn = ({ event_types: types, ...given }: Given): Given =>
  types === undefined ? given : { ...given, event_types: String(types) === "all" ? [] : types };

/** An operator names a webhook by its name. */
async function named({ id: name, ...given }: Given, names: Names): Promise<Given> {
  const id = await names.idOf("listWebhooks", { name });
  if (id === undefined) throw missing(WEBHOOK, String(name));
  return { ...given, id };
}

const WHICH = { webhook: "id" };
const TYPES = {
  takes: { types: "event_types" },
  means: { types: "the types of events, separated by spaces, or `all`; `audit types` lists them" },
};
const enabling = (word: string, isEnabled: boolean, about: string): OperationCommand => ({
  ...{ line: `webhooks ${word} <webhook>`, about, takes: WHICH, resolve: named, sets: { enabled: isEnabled } },
});

export const LIST: OperationCommand = {
  line: "webhooks list",
  columns: ["name", "url", "event_types", "enabled", "failure"],
  empty: "There is no webhook yet.",
};

export const ADD: OperationCommand = {
  line: "webhooks add <name>",
  about: "add an address that is sent events, and print once what the receiver verifies with",
  ...TYPES,
  resolve: async (given) => typesIn(given),
};

export const CHANGE: readonly OperationCommand[] = [
  {
    line: "webhooks change <webhook>",
    ...TYPES,
    takes: { ...WHICH, ...TYPES.takes },
    leavesOut: ["enabled"],
    resolve: (given, names) => named(typesIn(given), names),
  },
  enabling("disable", false, "send no events to a webhook; those of the time until it is enabled are not sent later"),
  enabling("enable", true, "send events to a disabled webhook again, first those that wait"),
];

export const ROTATE: OperationCommand = {
  line: "webhooks rotate-secret <webhook>",
  about: "give a webhook another key, and print once what the receiver verifies with",
  takes: { ...WHICH, "overlap-hours": "overlap" },
  means: { "overlap-hours": "for how many hours the previous key is also used; 24 without it" },
  resolve: (given, names) => named(overlapOf(given), names),
};

export const REMOVE: OperationCommand = {
  ...{ line: "webhooks remove <webhook>", takes: WHICH, resolve: named, done: "removed" },
  says: ({ webhook }) => `The webhook ${webhook} is removed.`,
};

export const DELIVERIES: OperationCommand = {
  ...{ line: "webhooks deliveries <webhook>", takes: WHICH, resolve: named, most: 50 },
  about: "list the newest 50 events for a webhook, and what became of them",
  columns: ["id", "type", "attempts", "state", "failure"],
  empty: "There is no event for this webhook yet.",
};

export const TEST: OperationCommand = {
  ...{ line: "webhooks test <webhook>", takes: WHICH, resolve: named },
  about: "have the service send a webhook an event of the type webhook_tested",
};

export const REPLAY: OperationCommand = {
  ...{ line: "webhooks replay <webhook> <delivery>", takes: WHICH, resolve: named },
  about: "have the service send an event to a webhook again, with the same webhook-id",
};
