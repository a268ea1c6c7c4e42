// The release before what is checked out: the newest version that CHANGELOG.md names and that another commit made. The
// history says which commit: no tag is needed, and a clone that lacks that part of the history is refused.
//   node scripts/release-before.mjs   prints the version and the commit
import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { conclude, read, root } from "./workspace.mjs";

const CHANGES = "CHANGELOG.md";

const git = (...args) =>
  execFileSync("git", args, { cwd: root, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] }).trim();

/** The version of the workspace at a commit; undefined if there is no such commit. */
function versionAt(commit) {
  try {
    return JSON.parse(git("show", `${commit}:package.json`)).version;
  } catch {
    return undefined;
  }
}

/**
 * The commit that wrote this heading first. It changed the version from another one: the first commit of a shallow clone
 * seems to have written everything, and did not.
 */
function commitOf({ heading, version }) {
  const [commit = ""] = git("log", `-S${heading}`, "--format=%H", "--reverse", "--", CHANGES).split("\n");
  const before = versionAt(`${commit}^`);
  return versionAt(commit) === version && before !== undefined && before !== version ? commit : undefined;
}

/**
 * @returns {{ version: string, commit: string }}
 * @throws Error if the history does not have it
 */
export function releaseBefore() {
  const headings = [...read(CHANGES).matchAll(/^## (\d+\.\d+\.\d+) \(\d{4}-\d\d-\d\d\)$/gm)];
  const head = git("rev-parse", "HEAD");
  for (const [heading, version] of headings) {
    const commit = commitOf({ heading, version });
    if (commit === undefined)
      throw new Error(
        `The history of this clone does not have the commit of version ${version}, from which an upgrade is tried. ` +
          "In a shallow clone, run: git fetch --unshallow",
      );
    if (commit !== head) return { version, commit };
  }
  throw new Error(`${CHANGES} names no release before this one.`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  try {
    const { version, commit } = releaseBefore();
    console.log(`${version} ${commit}`);
  } catch (error) {
    conclude([error.message]);
  }
}
