// Keeps docs/generated/events.md true to the types of audit events.
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { root } from "../workspace.mjs";
import { tableOf } from "./tables.mjs";

const PAGE = "docs/generated/events.md";
const SHAPE = join(root, "apps", "authorization-server", "src", "platform", "stores", "audit", "audit-event-shape.ts");
const INTRODUCTION = [
  "# Types of events",
  "Written by `node scripts/documents.mjs event-table` from the types of audit events. [events.md](../events.md) says what an event has, and who gets it.",
];

async function check(tree) {
  const types = await eventTypes();
  const isStale = (tree.exists(PAGE) ? tree.read(PAGE) : "") !== page(types);
  return {
    problems: isStale
      ? [`${PAGE} is stale: run \`node scripts/documents.mjs event-table\` and commit what it writes.`]
      : [],
    fine: `${types.length} types of events are described.`,
  };
}

const mistakes = [
  { file: PAGE, from: "| `sign_out` |", to: "| `signed_out` |", says: /is stale/ },
  { file: PAGE, from: "a user signed in", to: "a person was here", says: /is stale/ },
];

const write = async () => ({ path: PAGE, text: page(await eventTypes()) });

export const eventTable = { check, mistakes, write };

const eventTypes = async () => (await import(pathToFileURL(SHAPE).href)).eventTypes();

function page(types) {
  const rows = types.map(({ type, version, meaning }) => [`\`${type}\``, String(version), meaning]);
  return `${[...INTRODUCTION, tableOf(["type", "version", "when"], rows)].join("\n\n")}\n`;
}
