import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type CommandLine, openCommandLine } from "../testing/command-line.ts";

let cli: CommandLine;
let folder: string;
let id: string;
beforeAll(async () => {
  cli = await openCommandLine();
  folder = await mkdtemp(join(tmpdir(), "countersign-claims-"));
  id = (await cli.json("clients", "add", "--name", "App", "--redirect-uri", "https://app.example/cb")).client_id;
});
afterAll(async () => {
  await cli.close();
  await rm(folder, { recursive: true });
});

async function file(content: unknown): Promise<readonly string[]> {
  await writeFile(join(folder, "mapping.json"), JSON.stringify(content));
  return ["clients", "map-claims", id, "--file", join(folder, "mapping.json")];
}
const gives = { upn: "ada" };
const examples = [{ claims: { email: "ada@corp.example" }, gives }];

describe("clients map-claims", () => {
  it("replaces, prints and removes the claims that are made for a client", async () => {
    const claims = { upn: "claims.email.split('@')[0]" };
    expect(await cli.json(...(await file({ claims, examples })))).toEqual(claims);
    expect(await cli.json("clients", "map-claims", id)).toEqual(claims);
    expect(await cli.json("clients", "map-claims", id, "--none")).toEqual({});
  });

  it.each([
    ["an expression that costs too much", { claims: { a: "groups.map(x, groups.map(y, x))" } }, "too many steps"],
    ["a claim that has a meaning of its own", { claims: { sub: "'x'" } }, "sub: has a meaning of its own"],
    ["an example that gives something else", { claims: { upn: "'bob'" }, examples }, 'example 1 gives {"upn":"bob"}'],
    ["no claims", {}, "the mapping cannot be used"],
  ])("refuses %s", async (_, content, sentence) => {
    const { exitCode, stderr } = await cli.run(await file(content));
    expect([exitCode, stderr]).toEqual([1, expect.stringContaining(sentence)]);
    expect(await cli.json("clients", "map-claims", id)).toEqual({});
  });

  it("refuses a client that is not there, and two wishes at once", async () => {
    expect(await cli.run(["clients", "map-claims", "unknown"])).toMatchObject({ exitCode: 1 });
    expect(await cli.run([...(await file({ claims: {} })), "--none"])).toMatchObject({ exitCode: 1 });
  });
});
