// Keeps docs/configuration.md true: each variable that a schema reads has one row with its default and its bounds,
// and the variable of each row is read.
import { createRequire, registerHooks } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { root } from "../workspace.mjs";
import { codeIn, rowsOf } from "./tables.mjs";

const DOCUMENT = "docs/configuration.md";
const LAUNCHER = "packages/dev/src/ecosystem/settings.ts";

async function check(tree) {
  const documented = Map.groupBy(rowsOf(tree.read(DOCUMENT)), ({ heading }) => heading);
  const sections = [...(await schemas()), ["`npm start`", launcherVariables(tree)]];
  const count = sections.reduce((sum, [, variables]) => sum + variables.size, 0);
  return {
    problems: sections.flatMap(([heading, variables]) => compare(heading, variables, documented.get(heading) ?? [])),
    fine: `${count} variables are described as the schemas have them.`,
  };
}

const mistakes = [
  { file: DOCUMENT, from: "| `ISSUER` |", to: "| `ISSUERS` |", says: /ISSUER is missing/ },
  { file: DOCUMENT, from: "| `ISSUER` |", to: "| `ISSUERS` |", says: /nothing reads ISSUERS/ },
  { file: DOCUMENT, from: "| `4000` |", to: "| `4001` |", says: /the default is 4000, not 4001/ },
  { file: DOCUMENT, from: "1 to 65535", to: "1 to 65536", says: /the bounds are 1 to 65535/ },
  { file: LAUNCHER, from: "COUNTERSIGN_", to: "COUNTERSIGN_NEW_", says: /COUNTERSIGN_NEW_\w+ is missing/ },
];

export const configurationReference = { check, mistakes };

/** The variables of each section of the document: a map from the name of a variable to its properties. */
const schemas = once(async () => {
  const { z } = await load("zod");
  const variables = (schema) => variablesOf(z, schema);
  const { environment } = await schemasOf("apps/authorization-server/src/config.ts");
  const commands = await schemasOf("apps/authorization-server/src/cli/config.ts");
  return [
    ["Authorization server", variables(environment)],
    ["Commands", without(Object.values(commands).filter(isSchema).map(variables), variables(environment))],
    ["Resource server", variables((await schemasOf("apps/resource-server/src/config.ts")).environment)],
    ["Sample client", variables((await schemasOf("apps/sample-client/src/config.ts")).environment)],
  ];
});

function once(find) {
  let found;
  return () => {
    found ??= find();
    return found;
  };
}

/** Loads a package as the authorization server resolves it. */
async function load(name) {
  const require = createRequire(join(root, "apps", "authorization-server", "package.json"));
  return import(pathToFileURL(require.resolve(name)).href);
}

/** The exports of a config.ts file, and its schema `environment` even if the service does not export it. */
async function schemasOf(path) {
  const url = pathToFileURL(join(root, path)).href;
  const hooks = registerHooks({
    load(loading, context, next) {
      const loaded = next(loading, context);
      if (loading !== url) return loaded;
      const source = String(loaded.source);
      const hidden = /^const environment =/m.test(source);
      return hidden ? { ...loaded, source: `${source}\nexport { environment };` } : loaded;
    },
  });
  const module = await import(url);
  hooks.deregister();
  return module;
}

function isSchema(value) {
  return value?.def?.type === "object";
}

function variablesOf(z, schema) {
  const { properties, required = [] } = z.toJSONSchema(schema, { io: "input", unrepresentable: "any" });
  return new Map(
    Object.entries(properties).map(([name, property]) => {
      return [name, { ...property, default: givenDefault(schema.shape[name]), required: required.includes(name) }];
    }),
  );
}

// JSON Schema cannot express a default before or after a transformation.
function givenDefault({ def }) {
  if (def.type === "pipe") return givenDefault(def.in);
  return def.type === "default" ? def.defaultValue : undefined;
}

// Variables that the services read have a row in their own section.
function without(maps, known) {
  return new Map(maps.flatMap((map) => [...map]).filter(([name]) => !known.has(name)));
}

/** The launcher reads its few variables without a schema. Their defaults in the document are text for people. */
function launcherVariables(tree) {
  const names = tree.read(LAUNCHER).match(/\bCOUNTERSIGN_[A-Z_]+/g) ?? [];
  return new Map(names.map((name) => [name, undefined]));
}

function compare(heading, variables, rows) {
  const names = rows.map(({ cells }) => codeIn(cells[0])[0]);
  const twice = names.filter((name, index) => names.indexOf(name) !== index);
  const problems = twice.map((name) => `${DOCUMENT}, ${heading}: ${name} is there twice.`);
  for (const name of names) if (!variables.has(name)) problems.push(`${DOCUMENT}, ${heading}: nothing reads ${name}.`);

  for (const [name, variable] of variables) {
    const row = rows[names.indexOf(name)];
    if (row === undefined) problems.push(`${DOCUMENT}, ${heading}: ${name} is missing.`);
    else if (variable !== undefined)
      problems.push(...compareRow(`${DOCUMENT}, ${heading}, ${name}`, variable, row.cells));
  }
  return problems;
}

function compareRow(where, variable, [, defaultCell = "", boundsCell = ""]) {
  const problems = [];
  const wanted = defaultOf(variable);
  const stated = codeIn(defaultCell)[0] ?? defaultCell;
  if (stated !== wanted) problems.push(`${where}: the default is ${wanted}, not ${stated}.`);

  const bounds = boundsOf(variable);
  if (bounds !== undefined && !boundsCell.startsWith(bounds))
    problems.push(`${where}: the bounds are ${bounds}, not ${boundsCell}.`);

  const values = variable.enum ?? [];
  const listed = codeIn(boundsCell);
  if (values.length > 0 && values.join() !== listed.join())
    problems.push(`${where}: the values are ${values.join(", ")}, not ${listed.join(", ")}.`);
  return problems;
}

function defaultOf({ required, default: value }) {
  if (required) return "required";
  return value === undefined || value === "" ? "none" : String(value);
}

function boundsOf({ minimum, maximum, minLength, maxLength }) {
  if (minimum !== undefined && maximum !== undefined) return `${minimum} to ${maximum}`;
  if (minLength !== undefined) return `at least ${minLength} characters`;
  return maxLength === undefined ? undefined : `at most ${maxLength} characters`;
}
