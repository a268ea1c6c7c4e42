// Keeps the table of members in docs/administration-api.md true: it follows from the shapes of the operations.
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { root } from "../workspace.mjs";
import { tableOf } from "./tables.mjs";

const PAGE = "docs/administration-api.md";
const API = join(root, "apps", "authorization-server", "src", "admin-api");
const RULES = join(root, "packages", "rules", "src", "index.ts");
const SECTION = "## Every member\n\n";
const JSON_TYPE = "application/json";

async function check(tree) {
  const rows = await memberRows();
  const isStale = tree.read(PAGE) !== written(tree, rows);
  return {
    problems: isStale ? [`${PAGE} is stale: the table of members follows from the operations.`] : [],
    fine: `${rows.length} members of the administration API have a rule.`,
  };
}

const mistakes = [
  { file: PAGE, from: "| `client_secret` | shown once |", to: "| `client_secret` | read-only |", says: /is stale/ },
  { file: PAGE, from: "| `password` | never read |", to: "| `password` | writable |", says: /is stale/ },
];

const write = async (tree) => ({ path: PAGE, text: written(tree, await memberRows()) });

export const administrationFields = { check, mistakes, write };

/** The page with the correct table after the paragraph below its heading. */
function written(tree, rows) {
  const page = tree.read(PAGE);
  const heading = page.indexOf(SECTION);
  if (heading < 0) throw new Error(`${PAGE} has no section “Every member”.`);
  const begin = page.indexOf("\n\n", heading + SECTION.length) + 2;
  const end = page.indexOf("\n\n", begin);
  return `${page.slice(0, begin)}${table(rows)}${end < 0 ? "\n" : page.slice(end)}`;
}

const table = (rows) =>
  tableOf(
    ["resource", "member", "rule"],
    rows.map(({ name, member, rule }) => [`\`${name}\``, `\`${member}\``, rule]),
  );

async function memberRows() {
  const load = (file) => import(pathToFileURL(file).href);
  const [{ openapi }, { OPERATIONS }, { CLIENT_ROWS }] = await Promise.all([
    load(join(API, "openapi.ts")),
    load(join(API, "operations.ts")),
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
