import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openKeyRing } from "../../issuer/keys/key-ring.ts";
import { signerKid } from "../../issuer/keys/testing/replicas.ts";
import { signingKeyStore } from "../../platform/stores/signing-keys.ts";
import { keyEnvironment, readVariables } from "../config.ts";
import { type CommandLine, openCommandLine } from "../testing/command-line.ts";

let cli: CommandLine;
beforeEach(async () => {
  cli = await openCommandLine();
});
afterEach(() => cli.close());

interface Listed {
  readonly kid: string;
  readonly alg: string;
  readonly state: string;
}

const listed = async (alg = "ES256"): Promise<Listed[]> =>
  (await cli.json("keys", "list")).filter((key: Listed) => key.alg === alg);

/** The key ring of a running service. */
async function service() {
  const { KEY_ENCRYPTION_KEYS: keyEncryptionKeys } = await readVariables(keyEnvironment, cli.environment);
  return openKeyRing({
    store: signingKeyStore(cli.database),
    keyEncryptionKeys,
    algs: ["ES256"],
    now: () => cli.clock.now,
    log: { error: () => {}, info: () => {} },
  });
}

const later = (minutes: number) => new Date(cli.clock.now.getTime() + minutes * 60_000);

describe("keys rotate", () => {
  it("publishes a successor that signs after every replica could load it, and audits it", async () => {
    const ring = await service();
    const before = await signerKid(ring);
    const { made } = await cli.json("keys", "rotate", "--alg", "ES256");
    expect(await listed()).toMatchObject([
      { kid: made[0], state: "waiting" },
      { kid: before, state: "signing" },
    ]);

    await ring.refresh();
    expect(await signerKid(ring)).toBe(before);
    cli.clock.now = later(60);
    expect(await signerKid(ring)).toBe(made[0]);
    expect(await listed()).toMatchObject([{ state: "signing" }, { kid: before, state: "retired" }]);
    expect((await cli.audited()).at(-1)).toMatchObject({ type: "signing_key_rotated", actor: "operator" });
    ring.close();
  });

  it("creates a new key for every algorithm by default", async () => {
    const { made } = await cli.json("keys", "rotate");
    expect(made).toHaveLength(6);
  });

  it("refuses while a successor is waiting, and creates nothing", async () => {
    await cli.json("keys", "rotate", "--alg", "ES256");
    await cli.json("keys", "rotate", "--alg", "ES256");
    expect(await cli.run(["keys", "rotate", "--alg", "ES256"])).toMatchObject({ exitCode: 1, stdout: "" });
    expect(await listed()).toMatchObject([{ state: "waiting" }, { state: "signing" }]);
  });

  it.each([
    ["an unsupported algorithm", ["--alg", "HS256"], {}, 2],
    ["no key-encryption key", [], { KEY_ENCRYPTION_KEYS: undefined }, 1],
    ["a key-encryption key that is too short", [], { KEY_ENCRYPTION_KEYS: "k1:c2hvcnRzaG9ydHNob3J0" }, 1],
  ])("refuses %s, shows no key and creates nothing", async (_, argv, environment, exitCode) => {
    const refused = await cli.run(["keys", "rotate", ...argv], { environment });
    expect(refused).toMatchObject({ exitCode, stdout: "" });
    expect(refused.stderr).not.toContain("c2hvcnRzaG9ydHNob3J0");
    expect(await cli.json("keys", "list")).toEqual([]);
  });
});

describe("keys list", () => {
  it("shows nothing of a private key", async () => {
    await cli.json("keys", "rotate", "--alg", "ES256");
    const { stdout } = await cli.run(["keys", "list", "--json"]);
    expect(Object.keys(JSON.parse(stdout)[0]).filter((name) => /jwk|sealed/i.test(name))).toEqual([]);
  });
});

describe("keys remove", () => {
  it("removes a compromised key at once, and the service signs with another", async () => {
    const ring = await service();
    const compromised = await signerKid(ring);
    const { signing } = await cli.json("keys", "remove", compromised);
    await ring.refresh();

    expect(await signerKid(ring)).toBe(signing);
    expect(signing).not.toBe(compromised);
    expect(ring.jwks().body.toString()).not.toContain(compromised);
    expect((await cli.audited()).slice(-2)).toMatchObject([
      { type: "signing_key_removed", actor: "operator", detail: { kid: compromised } },
      { type: "signing_key_added", actor: "operator", detail: { kid: signing } },
    ]);
    ring.close();
  });

  it("creates a replacement at once if the successor does not sign yet", async () => {
    const ring = await service();
    const compromised = await signerKid(ring);
    await cli.json("keys", "rotate", "--alg", "ES256");
    const { signing } = await cli.json("keys", "remove", compromised);
    await ring.refresh();

    expect(await signerKid(ring)).toBe(signing);
    cli.clock.now = later(60);
    expect(await signerKid(ring)).toBe(signing);
    ring.close();
  });

  it("does not affect the signing key when a waiting key is removed", async () => {
    const ring = await service();
    const signer = await signerKid(ring);
    const { made } = await cli.json("keys", "rotate", "--alg", "ES256");
    expect(await cli.json("keys", "remove", made[0])).toEqual({ removed: made[0], signing: signer });

    await ring.refresh();
    expect(await signerKid(ring)).toBe(signer);
    cli.clock.now = later(60);
    expect([signer, made[0]]).not.toContain(await signerKid(ring));
    ring.close();
  });

  it("creates no new key when a retired key is removed", async () => {
    const ring = await service();
    const retired = await signerKid(ring);
    const { made } = await cli.json("keys", "rotate", "--alg", "ES256");
    cli.clock.now = later(60);

    expect(await cli.json("keys", "remove", retired)).toEqual({ removed: retired, signing: made[0] });
    expect(await listed()).toMatchObject([{ kid: made[0], state: "signing" }]);
    ring.close();
  });

  it("accepts a kid that begins with a hyphen, as one thumbprint in 64 does", async () => {
    const hyphened = `-${"x".repeat(42)}`;
    for (const argv of [
      [hyphened, "--json"],
      ["--json", "--", hyphened],
      ["--", hyphened],
    ]) {
      const { exitCode, stderr } = await cli.run(["keys", "remove", ...argv]);
      expect([exitCode, stderr]).toEqual([1, expect.stringContaining(`there is no key ${hyphened}`)]);
    }
  });

  it("calls a word that begins with a hyphen no option where it stands behind --", async () => {
    const { exitCode, stderr } = await cli.run(["keys", "remove", "--", "-Rb"]);
    expect([exitCode, stderr]).toEqual([2, "countersign: -Rb is no option and no kid, which has 43 characters"]);
  });

  it("refuses an unknown key, and removes nothing", async () => {
    await cli.json("keys", "rotate", "--alg", "ES256");
    expect(await cli.run(["keys", "remove", "nothing"])).toMatchObject({ exitCode: 1, stdout: "" });
    expect(await listed()).toHaveLength(1);
  });
});
