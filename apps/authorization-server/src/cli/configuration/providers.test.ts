import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { jsonSchema } from "../../administration/configuration/kinds/kinds.ts";
import { rowsOf } from "../../administration/entity.ts";
import { providerFields } from "../../administration/providers/entity.ts";
import { parseKeyEncryptionKeys } from "../../issuer/keys/key-encryption-keys.ts";
import { sealedTexts } from "../../issuer/keys/sealed-texts.ts";
import { identityProviderStore, providerOwner } from "../../platform/stores/ways-in/identity-providers.ts";
import { type CommandLine, openCommandLine } from "../testing/command-line.ts";

let cli: CommandLine;
let folder: string;
beforeAll(async () => {
  cli = await openCommandLine();
  folder = await mkdtemp(join(tmpdir(), "providers-"));
});
afterAll(async () => {
  await rm(folder, { recursive: true });
  await cli.close();
});
beforeEach(() => cli.database.pool.query("DELETE FROM identity_provider; DELETE FROM terms_document"));

const CORP = `managed_by: corp
providers:
  - alias: corp
    name: Corp
    issuer: https://login.corp.example
    client_id: countersign
    client_secret: {env: CORP_SECRET}
    domains: [Corp.Example]
    auto_link: true
`;
const TERMS = `managed_by: legal
terms:
  - name: Terms of use
    version: 2030-01
    urls: {fr: https://corp.example/fr, en: https://corp.example/en}
    required_from: 2030-02-01T01:00:00+01:00
`;

async function run(act: string, text: string, options: readonly string[] = [], environment: NodeJS.ProcessEnv = {}) {
  const file = join(folder, "corp.yaml");
  await writeFile(file, text);
  return cli.run([act, file, ...options], { environment: { CORP_SECRET: "their-secret", ...environment } });
}

async function secretHeld() {
  const found = await identityProviderStore(cli.database).find("corp");
  const texts = sealedTexts(parseKeyEncryptionKeys(cli.environment.KEY_ENCRYPTION_KEYS ?? ""));
  return found?.secret && texts.open(found.secret, providerOwner(found.id));
}

describe("cf.1, fe.1: providers in a configuration", () => {
  it("are added, changed, disabled and removed, and an export changes nothing", async () => {
    expect(await run("apply", CORP)).toMatchObject({ exitCode: 0, stderr: "" });
    expect(await cli.json("providers", "list")).toMatchObject([{ alias: "corp", domains: "corp.example" }]);
    expect(await secretHeld()).toBe("their-secret");
    expect(await run("plan", CORP, ["--check"])).toMatchObject({ exitCode: 0 });
    const { stdout } = await cli.run(["export", "corp"]);
    expect(stdout).not.toContain("their-secret");
    expect(await run("plan", stdout, ["--check"])).toMatchObject({ exitCode: 0 });

    const before = (await cli.audited()).length;
    await run("apply", `${CORP}    enabled: false\n    mfa: [mfa]\n`);
    expect(await cli.json("providers", "list")).toMatchObject([{ disabled: true, mfa: "mfa" }]);
    const [changed] = (await cli.audited()).slice(before);
    expect(changed).toMatchObject({ type: "identity_provider_changed", detail: { enabled: false, mfa: ["mfa"] } });
    expect(changed?.detail).not.toHaveProperty("secret");
    expect(await run("apply", "managed_by: corp\n", ["--prune"])).toMatchObject({ exitCode: 0 });
    expect(await cli.json("providers", "list")).toEqual([]);
  });

  it("cf.5: a secret that changed in its place is changed here, and shown nowhere", async () => {
    await run("apply", CORP);
    const shown = await run("plan", CORP, [], { CORP_SECRET: "their-next-secret" });
    expect(shown.stdout).toContain('~ change provider corp\n    client_secret: "a secret" -> {"env":"CORP_SECRET"}');
    expect(shown.stdout).not.toContain("their-");
    await run("apply", CORP, [], { CORP_SECRET: "their-next-secret" });
    expect(await secretHeld()).toBe("their-next-secret");
    expect(JSON.stringify(await cli.audited())).not.toContain("their-");
  });

  it("another issuer needs another secret: that of before would be sent there", async () => {
    await run("apply", CORP);
    const moved = CORP.replace("login.corp", "login.evil");
    for (const text of [moved, moved.replace("{env: CORP_SECRET}", "{generate: true}")]) {
      const refused = await run("apply", text);
      expect(refused).toMatchObject({ exitCode: 1, stdout: "" });
      expect(refused.stderr).toContain(
        "corp.yaml:7: providers[0].client_secret: another issuer needs another client secret",
      );
    }
    expect(await run("apply", moved, [], { CORP_SECRET: "their-next-secret" })).toMatchObject({ exitCode: 0 });
  });

  it("have every setting of a provider", () => {
    const members = rowsOf(providerFields, "written", "fixed", "switch").map(([name]) => name);
    const own = [...members.filter((name) => name !== "organization"), "client_secret"];
    const file = jsonSchema() as { properties?: { providers?: { items?: { properties?: object } } } };
    const declared = Object.keys(file.properties?.providers?.items?.properties ?? {});
    expect(declared.sort()).toEqual(own.sort());
  });

  it("with a preset, with claims and with our own keys", async () => {
    const github =
      "  - {alias: github, name: GitHub, preset: github, client_id: c, client_secret: {env: CORP_SECRET}}\n";
    const keys = CORP.replace("    client_secret: {env: CORP_SECRET}\n", "    claims: [nickname=nick@each-time]\n");
    const text = keys + github;
    expect(await run("apply", text)).toMatchObject({ exitCode: 0, stderr: "" });
    expect(await secretHeld()).toBeUndefined();
    expect(await run("plan", text, ["--check"])).toMatchObject({ exitCode: 0, stderr: "" });
    const { stdout } = await cli.run(["export", "corp"]);
    expect(await run("plan", stdout, ["--check"])).toMatchObject({ exitCode: 0, stderr: "" });
    expect(await run("apply", CORP + github)).toMatchObject({ exitCode: 0, stderr: "" });
    expect(await secretHeld()).toBe("their-secret");
    expect(await run("apply", text)).toMatchObject({ exitCode: 0, stderr: "" });
    expect(await secretHeld()).toBeUndefined();
    const other = await run("plan", text.replace("preset: github, ", "issuer: https://github.example, "));
    expect(other.stderr).toContain("providers[1].preset: cannot be changed: add another provider");
  });

  it.each([
    ["a secret that no one gave", "{env: CORP_SECRET}", "{generate: true}", "comes from the provider"],
    ["the service's own secret", "{env: CORP_SECRET}", "{env: KEY_ENCRYPTION_KEYS}", "is a variable of the service"],
    [
      "automatic connection without domains",
      "[Corp.Example]",
      "[]",
      "providers[0].domains: auto_link and enforced need domains",
    ],
    ["no issuer", "    issuer: https://login.corp.example\n", "", "providers[0].issuer: is missing"],
    ["an issuer in plain http", "https://login", "http://login", "providers[0].issuer"],
  ])("cannot have %s", async (_, from, to, says) => {
    const refused = await run("plan", CORP.replace(from, to));
    expect(refused).toMatchObject({ exitCode: 1, stdout: "" });
    expect(refused.stderr).toContain(says);
  });
});

describe("cf.1: terms in a configuration", () => {
  it("are added, and an export changes nothing", async () => {
    expect(await run("apply", TERMS)).toMatchObject({ exitCode: 0, stderr: "" });
    expect(await run("plan", TERMS, ["--check"])).toMatchObject({ exitCode: 0 });
    const { stdout } = await cli.run(["export", "legal"]);
    expect(stdout).toContain("required_from: 2030-02-01T00:00:00.000Z");
    expect(await run("plan", stdout, ["--check"])).toMatchObject({ exitCode: 0 });
    expect((await cli.audited()).map(({ type }) => type)).toContain("terms_added");
  });

  it("stay as people accepted them: a version is neither changed nor removed", async () => {
    await run("apply", TERMS);
    const changed = await run("plan", TERMS.replace("example/en", "example/other"));
    expect(changed.stderr).toContain("corp.yaml:4: terms[0].version: a version of terms cannot be changed");
    expect(await run("apply", "managed_by: legal\n", ["--prune"])).toMatchObject({ exitCode: 0 });
    expect((await cli.database.pool.query("SELECT FROM terms_document")).rows).toHaveLength(1);
    const other = TERMS.replace(
      "terms:\n",
      `terms:\n${TERMS.slice(TERMS.indexOf("  - ")).replace("2030-01", "2031-01")}`,
    );
    expect(await run("apply", other)).toMatchObject({ exitCode: 0 });
  });
});
