// What a release says about what it is made of: an SBOM of each image and package (CycloneDX), and the provenance of the
// packages of npm (an in-toto statement with the predicate SLSA Provenance v1).
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { read, root } from "./workspace.mjs";

/** What an image is built of. */
const SERVICES = ["authorization-server", "resource-server", "admin-console"];
const BUILD_TYPE = "urn:countersign:release:v1";

const sha256 = (bytes) => createHash("sha256").update(bytes).digest("hex");

/**
 * Builds the packages, and writes their files, the SBOMs and the provenance.
 *
 * @param {string} folder where they go; it is made
 * @param {{ packages: readonly string[], version: string, commit: string }} release the folders of the packages of npm
 */
export function writeStatements(folder, { packages, version, commit }) {
  const startedOn = new Date().toISOString();
  mkdirSync(folder, { recursive: true });
  writeSboms(folder, [...SERVICES, ...packages.map((path) => basename(path))]);
  for (const path of packages) {
    execFileSync(process.execPath, [join(root, "scripts", "build-package.mjs"), path], { stdio: "inherit" });
    execFileSync("npm", ["pack", "--silent", "--pack-destination", folder, join(root, path, "dist")]);
  }
  const subject = readdirSync(folder)
    .filter((name) => /\.(?:tgz|cdx\.json)$/.test(name))
    .sort()
    .map((name) => ({ name, digest: { sha256: sha256(readFileSync(join(folder, name))) } }));
  const statement = provenance({ subject, version, commit, startedOn });
  writeFileSync(join(folder, "provenance.json"), `${JSON.stringify(statement, null, 2)}\n`);
}

/** By pnpm, from its lockfile: production dependencies, with the hashes of their files. */
function writeSboms(folder, names) {
  const { packageManager } = JSON.parse(read("package.json"));
  const filters = names.flatMap((name) => ["--filter", `@countersign/${name}`]);
  const options = ["--sbom-format", "cyclonedx", "--sbom-type", "application", "--prod", "--lockfile-only", "--split"];
  const args = ["--yes", "--prefer-offline", packageManager, ...filters, "sbom", ...options];
  execFileSync("npx", [...args, "--out", join(folder, "%s-%v.cdx.json")], { cwd: root, stdio: "ignore" });
}

/** in-toto Statement v1, SLSA Provenance v1: what was made, of which commit, by which program. */
function provenance({ subject, version, commit, startedOn }) {
  return {
    _type: "https://in-toto.io/Statement/v1",
    subject,
    predicateType: "https://slsa.dev/provenance/v1",
    predicate: {
      buildDefinition: {
        buildType: BUILD_TYPE,
        externalParameters: { version },
        internalParameters: { node: process.version, packageManager: JSON.parse(read("package.json")).packageManager },
        resolvedDependencies: [
          { name: "countersign", digest: { gitCommit: commit } },
          { name: "pnpm-lock.yaml", digest: { sha256: sha256(read("pnpm-lock.yaml")) } },
        ],
      },
      runDetails: {
        // No forge builds a release: its maintainer does, and signs the tag.
        builder: { id: "urn:countersign:maintainer" },
        metadata: { invocationId: `${commit}-${startedOn}`, startedOn, finishedOn: new Date().toISOString() },
      },
    },
  };
}
