/**
 * Clients as realms in the field have them, in files that were made by hand: what becomes of each is in the table
 * src/imports/convert/fixtures/shapes/report.txt. A difference that is not named there is lost silently.
 */
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type CommandLine, openCommandLine } from "../testing/command-line.ts";

const SHAPES = fileURLToPath(new URL("../../administration/imports/convert/fixtures/shapes/", import.meta.url));

let cli: CommandLine;
let folder: string;
beforeAll(async () => {
  cli = await openCommandLine();
  folder = await mkdtemp(join(tmpdir(), "countersign-shapes-"));
});
afterAll(async () => {
  await rm(folder, { recursive: true });
  await cli.close();
});

const realms = async () => (await readdir(SHAPES)).filter((name) => name.endsWith(".json")).sort();
const reportOf = (name: string) => readFile(join(folder, name), "utf8");

/** Addresses as a person fills them in. */
function filledIn(table: string): string {
  return table.replaceAll(/"([^"]*)",""$/gm, (_, uri: string) => {
    const address = /^(?:https?:\/\/[^/]*)?\*?$|^\/|\$\{/.test(uri) ? "https://filled.example/cb" : uri;
    const secure = /localhost|:\/\/auth/.test(address) ? address : address.replace("http:", "https:");
    return `"${uri}","${secure.replace("*.", "www.").replace("*", "cb")}"`;
  });
}

describe("the clients of real realms", () => {
  it("each get a report of what is taken, changed and not taken", async () => {
    const texts: string[] = [];
    for (const realm of await realms()) {
      await cli.run(["clients", "import", join(SHAPES, realm), "--dry-run", "--report", join(folder, realm)]);
      texts.push(`# ${realm}\n\n${await reportOf(`${realm}.txt`)}`);
    }
    expect(texts.join("\n").match(/^\S.*: (?:would be added|refused|left out)$/gm)).toHaveLength(28);
    await expect(texts.join("\n")).toMatchFileSnapshot(join(SHAPES, "report.txt"));
  });

  it("are registered as the report says, once their addresses are filled in", async () => {
    const results: string[] = [];
    for (const realm of await realms()) {
      const table = join(folder, `${realm}.filled.csv`);
      await writeFile(table, filledIn(await reportOf(`${realm}.csv`).catch(() => "client_id,uri,address\n")));
      const report = join(folder, `after.${realm}`);
      await cli.run(["clients", "import", join(SHAPES, realm), "--addresses", table, "--report", report]);
      for (const { client_id, result, taken } of JSON.parse(await reportOf(`after.${realm}`)).clients) {
        results.push(`${client_id}: ${result}`);
        if (result === "added") expect(await cli.json("clients", "show", client_id)).toMatchObject(taken);
      }
    }
    expect(results).toHaveLength(28);
    expect(results.filter((text) => !text.endsWith(": added"))).toEqual([
      "vault: refused",
      "signer: refused",
      "tickets: left out",
      "legacy: refused",
      "cron: refused",
      "urn:intranet:files: refused",
      "shop-orders: left out",
      "team notes: refused",
    ]);
  });
});

describe("the applications of a tenant of Auth0", () => {
  const tenant = join(SHAPES, "auth0", "tenant.json");
  const run = (...options: string[]) => cli.run(["clients", "import", tenant, "--from", "auth0", ...options]);

  it("each get a report of what is taken, changed and not taken, without a secret", async () => {
    await run("--dry-run", "--report", join(folder, "tenant"));
    const text = await reportOf("tenant.txt");
    expect(text.match(/^\S.*: (?:would be added|refused)$/gm)).toHaveLength(7);
    expect(text + (await reportOf("tenant"))).not.toContain("kept-nowhere");
    await expect(text).toMatchFileSnapshot(join(SHAPES, "auth0", "report.txt"));
  });

  it("F18: are registered as the report says, once their addresses are filled in", async () => {
    await writeFile(join(folder, "tenant.filled"), filledIn(await reportOf("tenant.csv")));
    await run("--addresses", join(folder, "tenant.filled"), "--report", join(folder, "tenant.after"));
    const { clients } = JSON.parse(await reportOf("tenant.after"));
    for (const { client_id, result, taken } of clients)
      if (result === "added") expect(await cli.json("clients", "show", client_id)).toMatchObject(taken);
    expect(clients.map(({ result }: { result: string }) => result)).toEqual([
      ...Array(5).fill("added"),
      "refused",
      "refused",
    ]);
  });

  it.each([
    ["an object", "{}"],
    ["no JSON", "x"],
  ])("%s is refused, and says why", async (_, text) => {
    await writeFile(join(folder, "none.json"), text);
    const { exitCode, stderr } = await cli.run(["clients", "import", join(folder, "none.json"), "--from", "auth0"]);
    expect([exitCode, stderr]).toEqual([1, expect.stringContaining("is not an export of auth0: it is not")]);
  });
});
