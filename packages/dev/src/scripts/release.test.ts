/** Releases are made in a repository of the test, with the scripts of this one. */
import { execFileSync, spawnSync } from "node:child_process";
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished, vi } from "vitest";

const SCRIPTS = join(import.meta.dirname, "..", "..", "..", "..", "scripts");

function repository(changes = "## Unreleased\n\n- A page is new.\n\n## 0.2.0 (2026-01-01)\n\n- The first.\n") {
  const root = mkdtempSync(join(tmpdir(), "countersign-release-"));
  onTestFinished(() => rmSync(root, { recursive: true }));
  const write = (path: string, text: string) => {
    mkdirSync(join(root, path, ".."), { recursive: true });
    writeFileSync(join(root, path), text);
  };
  for (const name of ["release.mjs", "statements.mjs", "workspace.mjs"])
    cpSync(join(SCRIPTS, name), join(root, "scripts", name));
  for (const name of [".", "packages/a"]) write(join(name, "package.json"), '{ "version": "0.2.0" }\n');
  write("deploy/helm/countersign/Chart.yaml", "apiVersion: v2\nversion: 0.2.0\nappVersion: 0.2.0\n");
  write("docs/mcp.md", "npm install ./guard-0.2.0.tgz\n");
  write("docs/protecting-an-api.md", "");
  write("scripts/migrations.mjs", 'const LANDED = { name: "0001_first", hash: "a1" };\n');
  write("packages/database/prisma/migrations/arrivals.txt", "# in order\n0001_first a1\n0002_second b2\n");
  write("CHANGELOG.md", `# Changes\n\n${changes}`);
  const git = (...args: string[]) => execFileSync("git", args, { cwd: root, encoding: "utf8" }).trim();
  git("init", "--quiet");
  git("config", "user.email", "test@example.org");
  git("config", "user.name", "test");
  git("add", "--all");
  git("commit", "--quiet", "--message", "All");
  const run = (...args: string[]) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [join(root, "scripts", "release.mjs"), ...args]);
    return { status, said: String(stderr), printed: String(stdout) };
  };
  return { git, run, write, read: (path: string) => readFileSync(join(root, path), "utf8") };
}

/** An npm that says this, whatever it is asked. */
function answersOfNpm(text: string) {
  const folder = mkdtempSync(join(tmpdir(), "countersign-npm-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, "npm"), `#!/bin/sh\necho "${text}"\n`);
  chmodSync(join(folder, "npm"), 0o755);
  vi.stubEnv("PATH", `${folder}:${process.env.PATH}`);
  onTestFinished(() => void vi.unstubAllEnvs());
}

describe("a release", () => {
  it("has one version, a section of the change log, a commit, and a tag with that section", () => {
    const { git, run, read } = repository();
    expect(run("--check")).toMatchObject({ status: 0 });
    expect(run("0.3.0")).toMatchObject({ status: 0 });

    expect([read("package.json"), read("packages/a/package.json")]).toEqual(Array(2).fill('{ "version": "0.3.0" }\n'));
    expect(read("CHANGELOG.md")).toMatch(
      /## Unreleased\n\n## 0\.3\.0 \(\d{4}-\d\d-\d\d\)\n\n- A page is new\.\n\n## 0\.2\.0/,
    );
    expect(read("deploy/helm/countersign/Chart.yaml")).toBe("apiVersion: v2\nversion: 0.3.0\nappVersion: 0.3.0\n");
    expect(read("docs/mcp.md")).toContain("guard-0.3.0.tgz");
    expect(read("scripts/migrations.mjs")).toBe('const LANDED = { name: "0002_second", hash: "b2" };\n');
    expect(git("tag", "--list", "--format=%(refname:short) %(contents)")).toBe(
      "v0.3.0 Countersign 0.3.0\n\n- A page is new.",
    );
    expect(git("status", "--porcelain")).toBe("");
    expect(run("--check")).toMatchObject({ status: 0 });
  });

  it.each([
    ["of an older version", "0.2.0", undefined, "0.2.0 does not come after 0.2.0"],
    ["of no version", "next", undefined, "Say a version"],
    [
      "of nothing new",
      "0.3.0",
      "## Unreleased\n\n## 0.2.0 (2026-01-01)\n\n- The first.\n",
      'nothing below "## Unreleased"',
    ],
  ])("%s is refused", (_, version, changes, sentence) => {
    const { git, run } = repository(changes);
    expect(run(version)).toMatchObject({ status: 1, said: expect.stringContaining(sentence) });
    expect(git("tag", "--list")).toBe("");
  });

  it("with changes that are not committed is refused", () => {
    const { run, write } = repository();
    write("other.txt", "");
    expect(run("0.3.0")).toMatchObject({ status: 1, said: expect.stringContaining("not committed") });
  });

  it("is published only from its tag", () => {
    expect(repository().run("--publish")).toMatchObject({
      status: 1,
      said: expect.stringContaining("has no tag v0.2.0"),
    });
  });

  it("whose publication was interrupted is published without what the registry has", () => {
    const { git, run, write } = repository();
    const names = ["guard", "admin-client"];
    for (const name of names)
      write(`packages/${name}/package.json`, `{ "name": "@countersign/${name}", "version": "0.2.0" }\n`);
    git("add", "--all");
    git("commit", "--quiet", "--message", "Packages");
    expect(run("0.3.0")).toMatchObject({ status: 0 });
    answersOfNpm("0.3.0");
    const printed = names.map((name) => `packages/${name} is published already.\n`).join("");
    expect(run("--publish")).toEqual({ status: 0, said: "", printed });
    answersOfNpm("");
    expect(run("--publish")).toMatchObject({ status: 1, said: expect.stringContaining("build-package.mjs") });
  });
});

describe("--check refuses", () => {
  it.each([
    [
      "a package of another version",
      "packages/a/package.json",
      '{ "version": "0.1.0" }',
      "packages/a/package.json has version 0.1.0",
    ],
    [
      "a chart of another version",
      "deploy/helm/countersign/Chart.yaml",
      "version: 0.2.0\nappVersion: 0.1.0\n",
      "Chart.yaml has the versions 0.2.0 and 0.1.0",
    ],
    ["a change log without the version", "CHANGELOG.md", "## Unreleased\n", "CHANGELOG.md says nothing about 0.2.0"],
  ])("%s", (_, path, text, sentence) => {
    const { run, write } = repository();
    write(path, text);
    expect(run("--check")).toMatchObject({ status: 1, said: expect.stringContaining(sentence) });
  });

  it("nothing in this workspace", () => {
    expect(spawnSync(process.execPath, [join(SCRIPTS, "release.mjs"), "--check"]).status).toBe(0);
  });
});
