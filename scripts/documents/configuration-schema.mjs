// Keeps docs/configuration.schema.json true to the shape of configuration files.
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { root } from "../workspace.mjs";

const SCHEMA = "docs/configuration.schema.json";
const KINDS = join(root, "apps", "authorization-server", "src", "administration", "configuration", "kinds", "kinds.ts");

async function check(tree) {
  const { text, sections } = await generated();
  return {
    problems: tree.read(SCHEMA) === text ? [] : [`${SCHEMA} is stale: it follows from the kinds of resources.`],
    fine: `${sections} members of a configuration file are described.`,
  };
}

const mistakes = [{ file: SCHEMA, from: '"role_scopes"', to: '"roles_scopes"', says: /is stale/ }];

const write = async () => ({ path: SCHEMA, text: (await generated()).text });

export const configurationSchema = { check, mistakes, write };

async function generated() {
  const { jsonSchema } = await import(pathToFileURL(KINDS).href);
  const schema = jsonSchema();
  return { text: `${JSON.stringify(schema, undefined, 2)}\n`, sections: Object.keys(schema.properties).length };
}
