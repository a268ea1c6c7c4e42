// Keeps docs/generated/events.md true to the types of audit events.
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { root } from "../workspace.mjs";
import { tableOf } from "./tables.mjs";

const PAGE = "docs/generated/events.md";
const SOURCES = join(root, "apps", "authorization-server", "src");
const SHAPE = join(SOURCES, "platform", "stores", "audit", "audit-event-shape.ts");
const AFTER_RESTORE = join(SOURCES, "cli", "restored", "after-restore.ts");
const INTRODUCTION = [
  "# Types of events",
  "Written by `node scripts/documents.mjs event-table` from the types of audit events. [events.md](../events.md) says what an event has, and who gets it.",
  "The last column says what [`countersign restored --events`](../backup.md#restore) does about an act that a restored database forgot: it repeats it, or prints that a person has to; or what it ended is void after every restore; or there is nothing to do.",
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

async function eventTypes() {
  const [{ eventTypes: all }, { AFTER_RESTORE: treatments }] = await Promise.all(
    [SHAPE, AFTER_RESTORE].map((file) => import(pathToFileURL(file).href)),
  );
  return all().map((event) => ({ ...event, afterRestore: treatments[event.type].is }));
}

function page(types) {
  const rows = types.map(({ type, version, meaning, afterRestore }) => [
    ...[`\`${type}\``, String(version), meaning],
    afterRestore === "nothing" ? "" : afterRestore,
  ]);
  return `${[...INTRODUCTION, tableOf(["type", "version", "when", "after a restore"], rows)].join("\n\n")}\n`;
}
