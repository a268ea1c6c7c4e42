/** Every command of the guides for migrations runs as it stands there, on an export that was made by hand. */
import { copyFile, mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openPasswords } from "../../people/sign-in/passwords.ts";
import { userStore } from "../../platform/stores/person/users.ts";
import { type CommandLine, openCommandLine } from "../testing/command-line.ts";

const DOCS = new URL("../../../../../docs/", import.meta.url);
const FIXTURES = new URL("../../administration/imports/convert/fixtures/", import.meta.url);
const PREFIX = "npm run --silent countersign -- ";

let cli: CommandLine;
let folder: string;
beforeAll(async () => {
  cli = await openCommandLine();
  folder = await mkdtemp(join(tmpdir(), "guide-"));
});
afterAll(async () => {
  await rm(folder, { recursive: true });
  await cli.close();
});

async function commandsOf(guide: string): Promise<readonly string[]> {
  const text = await readFile(new URL(guide, DOCS), "utf8");
  const blocks = [...text.matchAll(/^```sh\n(.*?)^```$/gms)].map(([, block = ""]) => block.trim().split("\n"));
  return blocks.flat();
}

/** Runs the commands of a guide, with its files in a folder of the test. Returns how each one ended. */
async function followed(guide: string, exports: Readonly<Record<string, string>>) {
  for (const [name, fixture] of Object.entries(exports)) await copyFile(new URL(fixture, FIXTURES), join(folder, name));
  const ended: (readonly [string, number])[] = [];
  for (const command of await commandsOf(guide)) {
    expect(command.startsWith(PREFIX)).toBe(true);
    const words = command.slice(PREFIX.length).match(/"[^"]*"|\S+/g) ?? [];
    const argv = words.map((word) => word.replaceAll('"', ""));
    const given = argv.map((word) => (/\.(?:jsonl?|csv)$/.test(word) ? join(folder, word) : word));
    const { exitCode, stderr } = await cli.run(given);
    ended.push([`${argv[0]} ${argv[1]}`, exitCode]);
    if (exitCode === 2) throw new Error(`${command}: ${stderr}`);
  }
  return ended;
}

async function signsIn(username: string, password: string): Promise<boolean> {
  const account = await userStore(cli.database).findForSignIn(username);
  return openPasswords().verify(account?.passwordHash ?? undefined, password);
}

describe("docs/migrating-from-keycloak.md", () => {
  it("has commands that run as it says: people sign in with their passwords, clients keep their ids", async () => {
    expect(await followed("migrating-from-keycloak.md", { "realm.json": "keycloak-realm.json" })).toEqual([
      ["clients import", 1],
      ["clients import", 1],
      ["users convert", 0],
      ["users import", 0],
      ["users import", 0],
    ]);
    expect(await signsIn("ann", "ann-old-password")).toBe(true);
    expect(await signsIn("ann@shop.example", "ann-old-password")).toBe(true);
    expect(await cli.json("clients", "show", "web-shop")).toMatchObject({
      client_name: "Web shop",
      redirect_uris: ["https://shop.example/callback"],
    });
  });

  it("lists redirect URIs with * and registers no such client", async () => {
    const { stdout, exitCode } = await cli.run(["clients", "import", join(folder, "realm.json"), "--json"]);
    expect(exitCode).toBe(1);
    const refused = new Map<string, readonly string[]>(
      JSON.parse(stdout).map((one: { client_id: string; refused: string[] }) => [one.client_id, one.refused]),
    );
    expect(refused.get("phone-app")).toEqual([
      "its redirect URI https://shop.example/app/* has a *: register each address",
    ]);
    expect(refused.get("legacy")).toHaveLength(2);
    expect(refused.get("old-saml")).toContain("it uses SAML: there is none here");
    expect(refused.get("web-shop")).toEqual(["there is a client with this id"]);
    expect([...refused.keys()]).not.toContain("account");
    expect((await cli.run(["clients", "show", "phone-app"])).exitCode).toBe(1);
  });
});

describe("docs/migrating-from-auth0.md", () => {
  it("has commands that run as it says: people sign in with their passwords", async () => {
    const people = { "users.jsonl": "auth0-users.jsonl", "passwords.jsonl": "auth0-passwords.jsonl" };
    const exports = { ...people, "clients.json": "shapes/auth0/tenant.json" };
    expect(await followed("migrating-from-auth0.md", exports)).toEqual([
      ["users convert", 0],
      ["users import", 0],
      ["users import", 0],
      ["clients import", 1],
      ["clients import", 1],
    ]);
    expect(await cli.json("clients", "show", "Web00000000000000000000000000001")).toMatchObject({
      token_endpoint_auth_method: "client_secret_post",
      consent_policy: "implicit",
    });
    expect(await signsIn("ann@auth0.example", "ann-old-password")).toBe(true);
  });
});

describe("im.2: users convert", () => {
  it("writes a file that only its owner reads, and says what it left out", async () => {
    const out = join(folder, "converted.jsonl");
    const argv = ["users", "convert", join(folder, "realm.json"), "--from", "keycloak", "--out", out];
    const { exitCode, stdout } = await cli.run(argv);
    expect([exitCode, stdout]).toEqual([0, expect.stringContaining("left out: service-account-batch")]);
    expect((await stat(out)).mode & 0o777).toBe(0o600);
  });

  it.each([
    ["a file of something else", "{}", "is not an export of keycloak"],
    ["a file that is no text", Buffer.from([0xff]), "not UTF-8"],
  ])("refuses %s", async (_, bytes, words) => {
    const file = join(folder, "other.json");
    await writeFile(file, bytes);
    const argv = ["users", "convert", file, "--from", "keycloak", "--out", join(folder, "out.jsonl")];
    expect(await cli.run(argv)).toMatchObject({ exitCode: 1, stderr: expect.stringContaining(words) });
  });
});
