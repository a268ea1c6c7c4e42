// Keeps the table of client metadata in docs/registering-clients.md true: it has a row for each row of the client
// record.
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { root } from "../workspace.mjs";
import { tableOf } from "./tables.mjs";

const PAGE = "docs/registering-clients.md";
const RECORD = join(root, "packages", "rules", "src", "index.ts");
const SECTION = "### Every member\n\n";

async function check(tree) {
  const rows = await clientRows();
  const isStale = tree.read(PAGE) !== written(tree, rows);
  return {
    problems: isStale ? [`${PAGE} is stale: the table of members follows from the client record.`] : [],
    fine: `${rows.length} members of client metadata are described.`,
  };
}

const mistakes = [
  { file: PAGE, from: "| `jwks_uri` |", to: "| `jwk_uri` |", says: /is stale/ },
  { file: PAGE, from: "| `RS256` |", to: "| `ES256` |", says: /is stale/ },
];

const write = async (tree) => ({ path: PAGE, text: written(tree, await clientRows()) });

export const clientMembers = { check, mistakes, write };

const clientRows = async () => (await import(pathToFileURL(RECORD).href)).CLIENT_ROWS;

/** The page with the correct table after the heading that introduces it. */
function written(tree, rows) {
  const page = tree.read(PAGE);
  const begin = page.indexOf(SECTION) + SECTION.length;
  if (begin < SECTION.length) throw new Error(`${PAGE} has no section “Every member”.`);
  return `${page.slice(0, begin)}${table(rows)}${page.slice(page.indexOf("\n\n", begin))}`;
}

function table(rows) {
  return tableOf(
    ["member", "option of `clients add`", "default", "meaning"],
    rows.map(({ wire, option, shape, means }) => [
      `\`${wire}\``,
      option === undefined ? "–" : `\`${option}\``,
      defaultOf(shape),
      means,
    ]),
  );
}

function defaultOf({ def: { type, defaultValue } }) {
  if (type !== "default") return "–";
  const words = [defaultValue].flat();
  return words.length === 0 ? "none" : words.map((word) => `\`${word}\``).join(", ");
}
