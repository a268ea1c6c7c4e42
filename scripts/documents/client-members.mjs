// Keeps docs/generated/client-members.md true: it has a row for each row of the client record.
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { root } from "../workspace.mjs";
import { tableOf } from "./tables.mjs";

const PAGE = "docs/generated/client-members.md";
const RECORD = join(root, "packages", "rules", "src", "index.ts");
const INTRODUCTION = [
  "# Client metadata",
  "Written by `node scripts/documents.mjs client-members` from the client record. [registering-clients.md](../registering-clients.md) says how to register a client.",
];

async function check(tree) {
  const rows = await clientRows();
  const isStale = (tree.exists(PAGE) ? tree.read(PAGE) : "") !== page(rows);
  return {
    problems: isStale
      ? [`${PAGE} is stale: run \`node scripts/documents.mjs client-members\` and commit what it writes.`]
      : [],
    fine: `${rows.length} members of client metadata are described.`,
  };
}

const mistakes = [
  { file: PAGE, from: "| `jwks_uri` |", to: "| `jwk_uri` |", says: /is stale/ },
  { file: PAGE, from: "| `RS256` |", to: "| `ES256` |", says: /is stale/ },
];

const write = async () => ({ path: PAGE, text: page(await clientRows()) });

export const clientMembers = { check, mistakes, write };

const clientRows = async () => (await import(pathToFileURL(RECORD).href)).CLIENT_ROWS;

const page = (rows) => `${[...INTRODUCTION, table(rows)].join("\n\n")}\n`;

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
