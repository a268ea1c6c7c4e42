/** `npm run countersign -- …` beside a start at other ports than those of the documents. */
import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "../../../support/test.ts";
import { replicasOf } from "../../../support/worlds/composed.ts";
import { ROOT } from "../../../support/worlds/ecosystem.ts";
import type { World } from "../../../support/worlds/world.ts";

/** Runs a command as a person does who told only the start which ports to take. */
async function countersign({ dataDir }: World, ...args: readonly string[]): Promise<string> {
  const { COUNTERSIGN_PORT: _, ...environment } = process.env;
  const operator = join(ROOT, "packages", "dev", "src", "operator.ts");
  const env = { ...environment, COUNTERSIGN_DATA_DIR: dataDir };
  return (await promisify(execFile)(process.execPath, [operator, ...args], { env, encoding: "utf8" })).stdout;
}

// biome-ignore lint/suspicious/noSkippedTests: the launcher is not there in every world
test.skip(replicasOf(process.env) > 0, "in containers, there is no launcher");

test("newcomer F1: a command gives a role at the API that runs, at any port, and says where", async ({
  world,
  person,
}) => {
  const facts = JSON.parse(await readFile(join(world.dataDir, "ecosystem.json"), "utf8"));
  const api = `${facts.administration}/admin/api/v1`;
  expect(new URL(api).port).not.toBe("4007");
  const { username } = person;

  const added = await countersign(world, "administrators", "add", username, "--role", "auditor");
  expect(added.trim()).toBe(`${username} has the role auditor at ${api} now.`);
  const list = await countersign(world, "administrators", "list");
  expect(list).toContain(`At ${api}:`);
  expect(list).toMatch(new RegExp(`auditor .*${username}`));
  const roles = JSON.parse(await countersign(world, "roles", "list", "--json"));
  const apis = roles.filter(({ name }: { name: string }) => name === "auditor");
  expect(apis.map(({ resource }: { resource: string }) => resource)).toEqual([api]);
});
