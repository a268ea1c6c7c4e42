/** What a release says about what it is made of. */
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const ROOT = join(import.meta.dirname, "..", "..", "..", "..");
const { version } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));
const lockfile = readFileSync(join(ROOT, "pnpm-lock.yaml"), "utf8");

interface Bom {
  readonly bomFormat: string;
  readonly metadata: { readonly component: { readonly name: string; readonly version: string } };
  readonly components: readonly { readonly group?: string; readonly name: string; readonly version: string }[];
}

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "countersign-statements-"));
  const release = join(ROOT, "scripts", "release.mjs");
  const { status, stderr } = spawnSync(process.execPath, [release, "--statements", folder], { encoding: "utf8" });
  expect(status, stderr).toBe(0);
}, 180_000);
afterAll(() => rmSync(folder, { recursive: true }));

const bomOf = (name: string): Bom =>
  JSON.parse(readFileSync(join(folder, `countersign-${name}-${version}.cdx.json`), "utf8"));
const named = ({ components }: Bom) =>
  components.map(({ group, name, version: of }) => `${group === undefined ? "" : `${group}/`}${name}@${of}`);

describe("npm run release -- --statements", () => {
  it.each(["authorization-server", "resource-server", "admin-console"])("writes an SBOM of the image %s", (name) => {
    const bom = bomOf(name);
    expect(bom).toMatchObject({ bomFormat: "CycloneDX", metadata: { component: { name, version } } });
    const others = named(bom).filter((one) => !one.startsWith("@countersign/"));
    expect(others.length).toBeGreaterThan(10);
    for (const one of others)
      expect(lockfile).toMatch(new RegExp(`^ {2}'?${one.replaceAll(/[/.]/g, "\\$&")}'?:$`, "m"));
    expect(others.some((one) => /^(?:vitest|typescript|@biomejs)/.test(one))).toBe(false);
  });

  it("writes an SBOM of each package, with the dependencies that its manifest has", () => {
    const { dependencies } = JSON.parse(readFileSync(join(ROOT, "packages/guard/package.json"), "utf8"));
    expect(named(bomOf("guard"))).toEqual(Object.entries(dependencies).map(([name, of]) => `${name}@${of}`));
    expect(named(bomOf("admin-client"))).toEqual([]);
  });

  it("states of which commit and lockfile each file was made, by its hash", () => {
    const hashOf = (bytes: string | Buffer) => createHash("sha256").update(bytes).digest("hex");
    const statement = JSON.parse(readFileSync(join(folder, "provenance.json"), "utf8"));
    const made = readdirSync(folder).filter((name) => name !== "provenance.json");
    expect(made.filter((name) => name.endsWith(".tgz"))).toHaveLength(2);
    expect(statement.subject).toEqual(
      made.map((name) => ({ name, digest: { sha256: hashOf(readFileSync(join(folder, name))) } })),
    );
    const head = spawnSync("git", ["rev-parse", "HEAD"], { cwd: ROOT, encoding: "utf8" }).stdout.trim();
    expect(statement).toMatchObject({
      _type: "https://in-toto.io/Statement/v1",
      predicateType: "https://slsa.dev/provenance/v1",
      predicate: {
        buildDefinition: {
          externalParameters: { version },
          resolvedDependencies: [{ digest: { gitCommit: head } }, { digest: { sha256: hashOf(lockfile) } }],
        },
      },
    });
  });
});
