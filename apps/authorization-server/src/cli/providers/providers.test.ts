import { randomBytes } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { parseKeyEncryptionKeys } from "../../issuer/keys/key-encryption-keys.ts";
import { sealedTexts } from "../../issuer/keys/sealed-texts.ts";
import { identityProviderStore, providerOwner } from "../../platform/stores/ways-in/identity-providers.ts";
import { type CommandLine, openCommandLine } from "../testing/command-line.ts";

let cli: CommandLine;
let folder: string;
let corp: string[];
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "providers-"));
  cli = await openCommandLine();
  await writeFile(join(folder, "secret"), "a secret at the provider\n".replaceAll(" ", "-"));
  const about = ["--name", "Corp", "--issuer", "https://login.corp.example", "--client-id", "countersign"];
  corp = ["corp", ...about, "--secret-file", join(folder, "secret")];
});
afterAll(async () => {
  await cli.close();
  await rm(folder, { recursive: true });
});

const record = {
  alias: "corp",
  name: "Corp",
  issuer: "https://login.corp.example",
  client_id: "countersign",
  redirect_uri: "http://localhost:4000/federation/corp/callback",
  backchannel_logout_uri: "http://localhost:4000/federation/corp/backchannel-logout",
  scope: "openid email profile",
  mode: "linked-only",
  domains: "",
  auto_link: false,
  mfa: "",
  disabled: false,
};

describe("fe.1: providers at which people may sign in", () => {
  it("are added, changed, disabled, enabled and removed, and each act is audited without the secret", async () => {
    expect(await cli.json("providers", "add", ...corp)).toEqual(record);
    expect(await cli.json("providers", "list")).toEqual([record]);
    const changes = [
      "--mode",
      "create",
      "--domains",
      "Corp.Example bücher.example",
      "--auto-link",
      "--mfa",
      "mfa gold",
      "--phr",
      "platinum",
      "--rp-initiated-logout",
    ];
    expect(await cli.json("providers", "change", "corp", ...changes)).toEqual({
      ...record,
      mode: "create",
      domains: "corp.example xn--bcher-kva.example",
      auto_link: true,
      mfa: "mfa gold",
      phr: "platinum",
      rp_initiated_logout: true,
      post_logout_redirect_uri: "http://localhost:4000/federation/corp/signed-out",
    });
    await cli.json("providers", "change", "corp", "--no-rp-initiated-logout", "--phr", "");
    await writeFile(join(folder, "next"), "another-secret");
    await cli.json("providers", "change", "corp", "--secret-file", join(folder, "next"), "--no-auto-link");
    await cli.json("providers", "disable", "corp");
    expect((await cli.run(["providers", "list"])).stdout).toContain("disabled");
    await cli.json("providers", "enable", "corp");
    expect(await cli.json("providers", "remove", "corp")).toEqual({ alias: "corp", removed: true });
    const events = await cli.audited();
    expect(events.map(({ type }) => type)).toEqual([
      "identity_provider_added",
      ...Array.from({ length: 5 }, () => "identity_provider_changed"),
      "identity_provider_removed",
    ]);
    expect(JSON.stringify(events)).not.toMatch(/a-secret|another-secret/);
  });

  it("keep the secret sealed for their row, and reseal covers it", async () => {
    await cli.json("providers", "add", ...corp);
    const next = `next:${randomBytes(32).toString("base64url")}`;
    const environment = { KEY_ENCRYPTION_KEYS: `${next},${cli.environment.KEY_ENCRYPTION_KEYS}` };
    const { stdout } = await cli.run(["keys", "reseal", "--json"], { environment });
    expect(JSON.parse(stdout)).toMatchObject({ provider_secrets: 1 });
    const provider = await identityProviderStore(cli.database).find("corp");
    const texts = sealedTexts(parseKeyEncryptionKeys(next));
    expect(provider?.secret && texts.open(provider.secret, providerOwner(provider.id))).toBe(
      "a-secret-at-the-provider",
    );
    expect(() => provider?.secret && texts.open(provider.secret, providerOwner("another"))).toThrow();
    await cli.json("providers", "remove", "corp");
  });

  it.each([
    ["an alias in upper case", { alias: "Corp" }, []],
    ["an issuer in plain http", {}, ["--issuer", "http://login.corp.example"]],
    ["an issuer with a query", {}, ["--issuer", "https://login.corp.example/?a"]],
    ["an issuer with a user", {}, ["--issuer", "https://me@login.corp.example"]],
    ["a mapping to an address", {}, ["--claims", "email=mail"]],
    ["scopes without openid", {}, ["--scope", "email"]],
    ["a domain that is none", {}, ["--domains", "corp"]],
    ["automatic connection without domains", {}, ["--auto-link"]],
    ["a file that does not exist", {}, ["--secret-file", "/nowhere"]],
  ])("cannot have %s", async (_, { alias = "corp" }: { alias?: string }, options) => {
    const result = await cli.run(["providers", "add", ...corp.with(0, alias), ...options]);
    expect([result.exitCode, result.stdout]).toEqual([1, ""]);
    expect(await cli.json("providers", "list")).toEqual([]);
  });

  it("get another secret with another issuer: that of before would be sent to the new one", async () => {
    await cli.json("providers", "add", ...corp);
    const issuer = ["--issuer", "https://other.example"];
    const { exitCode, stderr } = await cli.run(["providers", "change", "corp", ...issuer]);
    expect([exitCode, stderr]).toEqual([
      1,
      "countersign: --issuer needs --secret-file: the secret of before is of another",
    ]);
    expect(await cli.json("providers", "list")).toEqual([record]);
    await cli.json("providers", "change", "corp", ...issuer, "--secret-file", join(folder, "secret"));
    await cli.json("providers", "remove", "corp");
  });

  it("fe.6: are known by name where they have no metadata", async () => {
    const about = ["--name", "GitHub", "--client-id", "us", "--secret-file", join(folder, "secret")];
    const added = await cli.json("providers", "add", "github", "--preset", "github", ...about);
    expect(added).toMatchObject({ preset: "github", issuer: "https://github.com", scope: "read:user user:email" });
    for (const [option, ...value] of [["--mfa", "mfa"], ["--phr", "phr"], ["--rp-initiated-logout"]]) {
      const { exitCode, stderr } = await cli.run(["providers", "change", "github", `${option}`, ...value]);
      expect([exitCode, stderr]).toEqual([1, expect.stringContaining(`countersign: ${option} `)]);
    }
    await cli.json("providers", "remove", "github");
    expect((await cli.run(["providers", "add", "x", ...about])).exitCode).toBe(1);
  });

  it("fe.1: take our signing keys instead of a secret, which is then forgotten", async () => {
    await cli.json("providers", "add", ...corp);
    const issuer = ["--issuer", "https://other.example"];
    const changed = await cli.json("providers", "change", "corp", "--own-keys", ...issuer);
    expect(changed).toMatchObject({ authentication: "private_key_jwt", issuer: issuer[1] });
    expect((await identityProviderStore(cli.database).find("corp"))?.secret).toBeUndefined();
    expect(await cli.json("keys", "reseal")).toMatchObject({ provider_secrets: 0 });
    await cli.json("providers", "change", "corp", "--issuer", "https://third.example");
    await cli.json("providers", "change", "corp", "--secret-file", join(folder, "secret"));
    expect(await cli.json("providers", "list")).toEqual([{ ...record, issuer: "https://third.example" }]);
    await cli.json("providers", "remove", "corp");
    const about = ["--name", "GitHub", "--client-id", "us", "--own-keys"];
    const { stderr } = await cli.run(["providers", "add", "github", "--preset", "github", ...about]);
    expect(stderr).toContain("--preset needs --secret-file");
  });

  it("that are unknown cannot be changed", async () => {
    for (const act of [
      ["change", "x", "--name", "X"],
      ["disable", "x"],
      ["enable", "x"],
      ["remove", "x"],
    ]) {
      const { exitCode, stderr } = await cli.run(["providers", ...act]);
      expect([exitCode, stderr]).toEqual([1, "countersign: there is no provider x"]);
    }
  });
});

describe("og.2: a provider of an organization", () => {
  it("is added with the slug, and has the domains of the organization", async () => {
    await cli.json("organizations", "add", "acme", "Acme");
    const [name, ...about] = corp;
    const ofAcme = ["--organization", "acme"];
    const added = await cli.json("providers", "add", `${name}-acme`, ...about, ...ofAcme, "--enforced");
    expect(added).toMatchObject({
      enforced: true,
      domains: "",
      organization: expect.stringMatching(/^[0-9a-f-]{36}$/),
    });
    for (const wrong of [
      ["providers", "add", "other", ...about, "--organization", "nowhere"],
      ["providers", "add", "other", ...about, ...ofAcme, "--domains", "acme.example"],
      ["providers", "change", `${name}-acme`, "--domains", "acme.example"],
    ])
      expect(await cli.run(wrong)).toMatchObject({ exitCode: 1 });
    await cli.json("providers", "remove", `${name}-acme`);
    await cli.json("organizations", "remove", "acme");
  });
});
