/** Which release is before this one, in a repository of the test. */
import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";

const SCRIPTS = join(import.meta.dirname, "..", "..", "..", "..", "scripts");

/** A repository with a commit for each of these: a release, or what changes something else. */
function repository(...commits: readonly { release?: string }[]) {
  const parent = mkdtempSync(join(tmpdir(), "countersign-release-before-"));
  onTestFinished(() => rmSync(parent, { recursive: true }));
  const root = join(parent, "whole");
  const git = (...args: string[]) => execFileSync("git", args, { cwd: root, encoding: "utf8" }).trim();
  execFileSync("git", ["init", "--quiet", root]);
  git("config", "user.email", "test@example.org");
  git("config", "user.name", "test");
  for (const name of ["release-before.mjs", "workspace.mjs"]) cpSync(join(SCRIPTS, name), join(root, "scripts", name));
  let changes = "# Changes\n";
  const hashes = commits.map(({ release }, n) => {
    if (release !== undefined) {
      changes = changes.replace("\n", `\n\n## ${release} (2026-01-01)\n\n- A change.\n`);
      writeFileSync(join(root, "package.json"), JSON.stringify({ version: release }));
    }
    writeFileSync(join(root, "CHANGELOG.md"), changes);
    writeFileSync(join(root, "n"), String(n));
    git("add", "--all");
    git("commit", "--quiet", "--message", String(n));
    return git("rev-parse", "HEAD");
  });
  return { parent, root, hashes };
}

function before(root: string) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(root, "scripts", "release-before.mjs")]);
  return { status, said: `${stdout}${stderr}`.trim() };
}

describe("the release before", () => {
  it("is the newest one, by the commit that made it", () => {
    const { root, hashes } = repository({ release: "0.1.0" }, { release: "0.2.0" }, {}, { release: "0.3.0" }, {});
    expect(before(root)).toEqual({ status: 0, said: `0.3.0 ${hashes[3]}` });
  });

  it("is an earlier one, if this commit made the newest", () => {
    const { root, hashes } = repository({ release: "0.1.0" }, { release: "0.2.0" }, {}, { release: "0.3.0" });
    expect(before(root)).toEqual({ status: 0, said: `0.2.0 ${hashes[1]}` });
  });

  it("is not known in a clone that lacks its commit, whose first one seems to have made everything", () => {
    const { parent, root } = repository({ release: "0.1.0" }, { release: "0.2.0" }, {}, {});
    const shallow = join(parent, "shallow");
    execFileSync("git", ["clone", "--quiet", "--depth", "2", `file://${root}`, shallow]);
    expect(before(shallow)).toEqual({
      status: 1,
      said: expect.stringContaining("does not have the commit of version 0.2.0"),
    });
  });

  it("is none, if this commit made the first", () => {
    const { root } = repository({}, { release: "0.1.0" });
    expect(before(root).status).toBe(1);
  });

  it("is a commit of this workspace", () => {
    expect(before(join(SCRIPTS, ".."))).toMatchObject({
      status: 0,
      said: expect.stringMatching(/^\d+\.\d+\.\d+ [0-9a-f]{40}$/),
    });
  });
});
