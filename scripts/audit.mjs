// Checks what ships for known vulnerabilities: `node scripts/audit.mjs [milliseconds]` requests the advisories about
// our dependencies from the registry. High and critical advisories fail the check. If the registry is unavailable or
// does not support the request, the script prints that and does not fail.
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { conclude, root } from "./workspace.mjs";

const WITHIN_MS = Number(process.argv[2] ?? 60_000);
const REFUSED = new Set(["high", "critical"]);
const AWAY = /ERR_PNPM_AUDIT_|\b(?:ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH)\b/;

const { packageManager } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
const { output, late } = await ask(["--yes", "--prefer-offline", packageManager, "audit", "--prod", "--json"]);
const advisories = advisoriesIn(output);

if (advisories !== undefined) {
  const refused = advisories.filter(({ severity }) => REFUSED.has(severity));
  const sentences = refused.map(
    ({ module_name: name, severity, title, url }) => `${name} (${severity}): ${title} ${url}`,
  );
  conclude(sentences, `Of what ships, nothing has a high or critical advisory; ${advisories.length} lesser ones.`);
} else if (late || AWAY.test(output)) {
  const why = late ? "the registry took too long" : "this needs a registry with npm's advisory endpoint";
  console.log(`ADVISORIES WERE NOT LOOKED AT: ${why}.`);
} else {
  conclude([`pnpm audit said what cannot be read:\n${output}`], "");
}

/** Runs npx and returns its whole output, or the output so far when the time is up. */
function ask(args) {
  return new Promise((resolve) => {
    const child = spawn("npx", args, { cwd: root, env: { ...process.env, CI: "true" }, detached: true });
    let output = "";
    for (const stream of [child.stdout, child.stderr]) stream.on("data", (text) => (output += text));
    const end = setTimeout(() => {
      process.kill(-child.pid, "SIGKILL"); // The child process is npx, which started pnpm.
      resolve({ output, late: true });
    }, WITHIN_MS);
    child.once("error", ({ message }) => resolve({ output: message, late: false }));
    child.once("close", () => {
      clearTimeout(end);
      resolve({ output, late: false });
    });
  });
}

/** The advisories of a report; undefined if the output contains no report. */
function advisoriesIn(output) {
  try {
    const { advisories } = JSON.parse(output.slice(output.indexOf("{"), output.lastIndexOf("}") + 1));
    return advisories === undefined ? undefined : Object.values(advisories);
  } catch {
    return undefined;
  }
}
