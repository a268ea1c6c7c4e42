// Keeps the chart of deploy/helm true: its schema has the variables of the documents, its page has the table of its values.
import { createRequire } from "node:module";
import { join } from "node:path";
import { root } from "../workspace.mjs";
import { codeIn, rowsOf, tableOf } from "./tables.mjs";

const { parse } = createRequire(join(root, "apps", "authorization-server", "package.json"))("yaml");

const CHART = "deploy/helm/countersign";
const SCHEMA = `${CHART}/values.schema.json`;
const VALUES = `${CHART}/values.yaml`;
const PARTS = `${CHART}/templates/_parts.tpl`;
const PAGE = `${CHART}/README.md`;
const VARIABLES = "docs/configuration.md";
const CONSOLE = "docs/administration-console.md";

/** Variables that are secrets, or may hold one. They come from a Secret, and no value of the chart has their text. */
const SECRETS = [
  ...["DATABASE_URL", "REDIS_URL", "KEY_ENCRYPTION_KEYS", "USERINFO_RESPONSE_SECRET", "MAIL_URL", "MAIL_DKIM_KEY"],
  "CLIENT_KEY",
];
/** Variables of the images, one that only processes on one machine need, and those of a listener that the chart lacks. */
const NOT_HERE = /^(HOST|PORT|NODE_ENV|SHARED_PORTS|WORKERS|JOBS|MTLS_\w+)$/;

const stale = (path, name) => `${path} is stale: run \`node scripts/documents.mjs ${name}\` and commit what it writes.`;

/** A document that is generated from a tree: the text that its file should have. */
function generated({ name, path, textOf, fine, mistakes }) {
  return {
    check: async (tree) => ({ problems: tree.read(path) === textOf(tree) ? [] : [stale(path, name)], fine }),
    write: async (tree) => ({ path, text: textOf(tree) }),
    mistakes,
  };
}

export const chartSettings = generated({
  name: "chart-settings",
  path: SCHEMA,
  textOf: schemaText,
  fine: "the chart takes the variables that the services read.",
  mistakes: [
    { file: VARIABLES, from: "| `SIGN_UP` |", to: "| `SIGN_UPS` |", says: /is stale/ },
    { file: PARTS, from: "TRUSTED_PROXIES:", to: "TRUSTED_PROXY:", says: /is stale/ },
    { file: CONSOLE, from: "| `LOG_LEVEL` |", to: "| `LOG` |", says: /is stale/ },
  ],
});

export const chartValues = generated({
  name: "chart-values",
  path: PAGE,
  textOf: pageText,
  fine: "the page of the chart has its values.",
  mistakes: [
    { file: VALUES, from: "pullPolicy: IfNotPresent", to: "pullPolicy: Always", says: /is stale/ },
    { file: SCHEMA, from: "the digest of the image", to: "the hash of the image", says: /is stale/ },
  ],
});

function schemaText(tree) {
  const documented = Map.groupBy(rowsOf(tree.read(VARIABLES)), ({ heading }) => heading);
  const namesOf = (rows) => rows.flatMap(({ cells }) => codeIn(cells[0]));
  const server = namesOf(documented.get("Authorization server"));
  const consoles = rowsOf(tree.read(CONSOLE).replace(/^ +(?=\|)/gm, "")).filter(
    ({ heading }) => heading === "In production",
  );
  const prepares = documented.get("Commands").filter(({ cells }) => cells[3].startsWith("`prepare`"));
  const given = givenBy(tree.read(PARTS));
  const patterns = {
    ...patternsOf("authorizationServer", server, given["authorization-server"]),
    ...patternsOf("resourceServer", namesOf(documented.get("Resource server")), given["resource-server"]),
    ...patternsOf(
      "adminConsole",
      namesOf(consoles).filter((name) => /^[A-Z_]+$/.test(name)),
      given["admin-console"],
    ),
    migrationSecrets: oneOf([...namesOf(prepares), "DATABASE_URL"]),
  };
  return Object.entries(patterns).reduce(
    (text, [name, pattern]) => text.replace(new RegExp(`("${name}": \\{\\s*"pattern": )"[^"]*"`), `$1"${pattern}"`),
    tree.read(SCHEMA),
  );
}

/** The variables that the chart gives each service: the names of a block of the template. */
function givenBy(template) {
  const blocks = template.split(/^(?=[a-z-]+:$)/m).slice(1);
  const metrics = namesIn(/define "countersign.metrics"[\s\S]*?\{\{- end -\}\}/.exec(template)?.[0] ?? "");
  return Object.fromEntries(
    blocks.map((block) => [block.slice(0, block.indexOf(":")), [...namesIn(block), ...metrics]]),
  );
}

const namesIn = (text) => [...text.matchAll(/^ *([A-Z_]+):/gm)].map(([, name]) => name);

function patternsOf(part, documented, given) {
  const own = documented.map((name) => (name === "CLIENT_KEY_FILE" ? "CLIENT_KEY" : name));
  const free = [...new Set(own)].filter((name) => !given.includes(name) && !NOT_HERE.test(name));
  const isSecret = (name) => SECRETS.includes(name);
  return {
    [`${part}Settings`]: oneOf(
      free.filter((name) => !isSecret(name)),
      "(_FILE)?",
    ),
    [`${part}Secrets`]: oneOf(free),
  };
}

const oneOf = (names, more = "") => `^(${[...names].sort().join("|")})${more}$`;

function pageText(tree) {
  const schema = JSON.parse(tree.read(SCHEMA));
  const rows = rowsBelow(schema, schema, parse(tree.read(VALUES)), "");
  const [introduction] = tree.read(PAGE).split(/^\| value \|/m);
  return `${introduction}${tableOf(["value", "default", "meaning"], rows)}\n`;
}

/** A row for each value that has no values of its own in the schema. */
function rowsBelow(schema, part, values, path) {
  return Object.entries(part.properties).flatMap(([name, given]) => {
    const property = { ...schema.$defs[/[^/]+$/.exec(given.$ref ?? "")?.[0]], ...given };
    const place = path === "" ? name : `${path}.${name}`;
    if (property.properties !== undefined) return rowsBelow(schema, property, values[name], place);
    return property.description === undefined ? [] : [[`\`${place}\``, inCode(values[name]), property.description]];
  });
}

function inCode(value) {
  const isEmpty = typeof value === "object" ? Object.keys(value).length === 0 : value === "";
  return isEmpty ? "" : `\`${typeof value === "string" ? value : JSON.stringify(value)}\``;
}
