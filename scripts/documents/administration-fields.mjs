// Keeps the table of members of the administration API true: it follows from the shapes of the operations.
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { root } from "../workspace.mjs";
import { tableOf } from "./tables.mjs";

const PAGE = "docs/generated/administration-members.md";
const API = join(root, "apps", "authorization-server", "src", "administration", "api");
const RULES = join(root, "packages", "rules", "src", "index.ts");
const INTRODUCTION = [
  "# Members of the administration API",
  "Written by `node scripts/documents.mjs administration-fields` from the operations ([administration-api.md](../administration-api.md)). *Write-once*: given when the resource is made or the act is done, and shown. *Writable*: a change may name it. *Read-only*: only shown. *Shown once*: in the answer that makes it, and in no other. *Never read*: no answer of the resource has it. Members of client metadata are in [registering-clients.md](../registering-clients.md). An act shows the resource that it changes; only its own members are listed. Another member is refused (400).",
];
const JSON_TYPE = "application/json";

async function check(tree) {
  const rows = await memberRows();
  const isStale = (tree.exists(PAGE) ? tree.read(PAGE) : "") !== page(rows);
  return {
    problems: isStale
      ? [`${PAGE} is stale: run \`node scripts/documents.mjs administration-fields\` and commit what it writes.`]
      : [],
    fine: `${rows.length} members of the administration API have a rule.`,
  };
}

const mistakes = [
  { file: PAGE, from: "| `client_secret` | shown once |", to: "| `client_secret` | read-only |", says: /is stale/ },
  { file: PAGE, from: "| `password` | never read |", to: "| `password` | writable |", says: /is stale/ },
];

const write = async () => ({ path: PAGE, text: page(await memberRows()) });

export const administrationFields = { check, mistakes, write };

const page = (rows) => `${[...INTRODUCTION, table(rows)].join("\n\n")}\n`;

const table = (rows) =>
  tableOf(
    ["resource", "member", "rule"],
    rows.map(({ name, member, rule }) => [`\`${name}\``, `\`${member}\``, rule]),
  );

async function memberRows() {
  const load = (file) => import(pathToFileURL(file).href);
  const [{ openapi }, { OPERATIONS }, { CLIENT_ROWS }] = await Promise.all([
    load(join(API, "openapi.ts")),
    load(join(API, "operation-table.ts")),
    load(RULES),
  ]);
  const { paths } = openapi(OPERATIONS, { url: "https://admin.example", issuer: "https://auth.example" });
  const resources = new Map();
  for (const { method, path, status, shownOnce = [] } of OPERATIONS) {
    const name = path.replace(/\/:\w+/g, "").slice(1);
    const about = paths[path.replace(/:(\w+)/g, "{$1}")][method.toLowerCase()];
    const resource = resources.get(name) ?? newResource();
    resources.set(name, resource);
    resource.isRead ||= method === "GET";
    addTo(method === "POST" ? resource.created : resource.changed, about.requestBody?.content);
    addTo(resource.shown, about.responses[status].content);
    for (const member of shownOnce) resource.once.add(member);
  }
  // Metadata of clients has a table of its own.
  const metadata = new Set(CLIENT_ROWS.map(({ wire }) => wire));
  const isListed = (name, member) => !(name === "clients" && metadata.has(member));
  return [...resources].flatMap(([name, resource]) =>
    rowsOf(name, resource, resources.get(parentOf(name))).filter(({ member }) => isListed(name, member)),
  );
}

const newResource = () => ({
  created: new Set(),
  changed: new Set(),
  shown: new Set(),
  once: new Set(),
  isRead: false,
});

const parentOf = (name) => name.replace(/\/?[^/]*$/, "");

function addTo(members, content) {
  for (const member of membersOf(content?.[JSON_TYPE]?.schema)) members.add(member);
}

/** The members of a schema; of a list, those of its items. */
function membersOf({ properties = {} } = {}) {
  return Object.keys(properties.items?.items?.properties ?? properties).filter((name) => name !== "next_cursor");
}

/** The members of a resource. An act upon one, which is never read itself, has those that the resource does not show. */
function rowsOf(name, resource, parent) {
  const { created, changed, shown, once, isRead } = resource;
  const isOwn = (member) => isRead || created.has(member) || once.has(member) || !parent?.shown.has(member);
  const members = [...new Set([...created, ...changed, ...shown])].filter(isOwn);
  return members.map((member) => ({ name, member, rule: ruleOf(member, resource) }));
}

function ruleOf(member, { created, changed, shown, once }) {
  if (once.has(member)) return "shown once";
  if (changed.has(member)) return shown.has(member) ? "writable" : "writable, never read";
  if (created.has(member)) return shown.has(member) ? "write-once" : "never read";
  return "read-only";
}
