// Keeps the types of packages/admin-client true to the operations of the administration API.
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { root } from "../workspace.mjs";

const TYPES = "packages/admin-client/src/schema.ts";
const API = join(root, "apps", "authorization-server", "src", "administration", "api");
const AUDIT_TYPES_FILE = join(
  root,
  "apps",
  "authorization-server",
  "src",
  "platform",
  "stores",
  "audit",
  "audit-types.ts",
);
/** It needs a library that is installed for that package. */
const TYPES_SCRIPT = join(root, "packages", "admin-client", "scripts", "types.mjs");
const HEAD = `// Made from the OpenAPI document of the administration API, by
// node scripts/documents.mjs administration-client

`;

async function check(tree) {
  const { text, count } = await generated();
  return {
    problems: tree.read(TYPES) === text ? [] : [`${TYPES} is stale: the types follow from the operations.`],
    fine: `${count} operations have types.`,
  };
}

const mistakes = [{ file: TYPES, from: "listPeople: {", to: "listPersons: {", says: /is stale/ }];

const write = async () => ({ path: TYPES, text: (await generated()).text });

export const administrationClient = { check, mistakes, write };

let known;
const generated = () => {
  known ??= generate();
  return known;
};

async function generate() {
  const load = (file) => import(pathToFileURL(join(API, file)).href);
  const [{ openapi }, { OPERATIONS }] = await Promise.all([load("openapi.ts"), load("operation-table.ts")]);
  const document = openapi(OPERATIONS, { url: "https://admin.example", issuer: "https://auth.example" });

  const { typesOf } = await import(pathToFileURL(TYPES_SCRIPT).href);
  const types = await typesOf(document);
  const methods = OPERATIONS.map(({ id, method, path, needsStepUp }) => {
    const template = path.replace(/:(\w+)/g, "{$1}");
    return `  ${id}: { method: "${method}", path: "${template}"${needsStepUp ? ", needsStepUp: true" : ""} },\n`;
  }).sort();
  const table = `\n/** Where each operation is, and whether a person must have signed in strongly and recently. */\nexport const OPERATIONS: Record<keyof operations, { readonly method: string; readonly path: string; readonly needsStepUp?: true }> = {\n${methods.join("")}};\n`;
  const { AUDIT_TYPES } = await import(pathToFileURL(AUDIT_TYPES_FILE).href);
  const names = AUDIT_TYPES.map((type) => `  "${type}",\n`).join("");
  const events = `\n/** Every type of event of the audit log. */\nexport const EVENT_TYPES = [\n${names}] as const;\nexport type EventType = (typeof EVENT_TYPES)[number];\n`;
  const { SHOWN, entityTable } = await load("../entities.ts");
  const rows = SHOWN.map((entity) => `  ${entity.many}: ${JSON.stringify(entityTable(entity))},\n`).join("");
  const entities = `\n/** What administrators keep, with the fields of each. */\nexport const ENTITIES = {\n${rows}} as const;\n`;
  return { text: `${HEAD}${types}${table}${entities}${events}`, count: OPERATIONS.length };
}
