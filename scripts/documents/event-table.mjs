// Keeps the table of events in docs/events.md true to the types of audit events.
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { root } from "../workspace.mjs";
import { tableOf } from "./tables.mjs";

const PAGE = "docs/events.md";
const SHAPE = join(root, "apps", "authorization-server", "src", "stores", "audit-event-shape.ts");
const SECTION = "## Every type\n\n";

async function check(tree) {
  const types = await eventTypes();
  const isStale = tree.read(PAGE) !== written(tree, types);
  return {
    problems: isStale ? [`${PAGE} is stale: the table of events follows from the types of audit events.`] : [],
    fine: `${types.length} types of events are described.`,
  };
}

const mistakes = [
  { file: PAGE, from: "| `sign_out` |", to: "| `signed_out` |", says: /is stale/ },
  { file: PAGE, from: "a person signed in", to: "a person was here", says: /is stale/ },
];

const write = async (tree) => ({ path: PAGE, text: written(tree, await eventTypes()) });

export const eventTable = { check, mistakes, write };

const eventTypes = async () => (await import(pathToFileURL(SHAPE).href)).eventTypes();

/** The page with the correct table in its last section. */
function written(tree, types) {
  const page = tree.read(PAGE);
  const begin = page.indexOf(SECTION) + SECTION.length;
  if (begin < SECTION.length) throw new Error(`${PAGE} has no section “Every type”.`);
  const rows = types.map(({ type, version, meaning }) => [`\`${type}\``, String(version), meaning]);
  return `${page.slice(0, begin)}${tableOf(["type", "version", "when"], rows)}\n`;
}
