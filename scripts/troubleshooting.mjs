// Keeps docs/troubleshooting.md whole: every message that a person, a client or an operator can meet has a line there.
//   node scripts/troubleshooting.mjs --check    exits 1 when a message or a code has none
import { execFileSync } from "node:child_process";
import { codeIn, conclude, read, root, rowsOf } from "./documents.mjs";

const DOCUMENT = "docs/troubleshooting.md";
const text = read(DOCUMENT);
const rows = rowsOf(text);

/** Texts of the catalogue that are labels, not messages. */
const LABELS = ["title", "code", "reference", "for_developers", "detail"].map((name) => `error.${name}`);

/** Calls whose text reaches somebody, and where: a literal, after the code or the path where there is one. */
const CALLS = [
  {
    call: "invalidRequest|invalidGrant|invalidScope|insufficientScope",
    in: /^(apps\/(authorization|resource)-server|packages\/rules)\//,
  },
  { call: "ProtocolError", in: /^(apps\/(authorization|resource)-server|packages\/rules)\//, first: '"[a-z_]+",\\s*' },
  { call: "refusal|misuse|migrationError|failure|giveUp", in: /^(apps|packages|scripts)\// },
  {
    call: "Error",
    in: /^packages\/ephemeral\/src\/redis|key-ring\.ts$|key-encryption-keys\.ts$|views\/messages\.ts$|sample-client\/src\/(registration|registration-file|credentials)\.ts$/,
  },
];
const LITERAL = '("(?:[^"\\\\\\n]|\\\\.)*"|`(?:[^`\\\\]|\\\\.)*`)';

const wanted = [...catalogue(), ...codes(), ...messages(), ...refusalsOfTheSampleClient()];
const missing = wanted.filter(({ found }) => !found);
conclude(
  missing.map(({ what }) => `${DOCUMENT} has no line for ${what}.`),
  `${wanted.length} messages have a line.`,
);

function catalogue() {
  const texts = Object.entries(JSON.parse(read("apps/authorization-server/src/views/messages/en.json")));
  return texts
    .filter(([key]) => /^(error|login\.problem)\./.test(key) && !LABELS.includes(key))
    .map(([key, message]) => ({ what: `${key}: ${message}`, found: rows.some(({ cells }) => cells[0] === message) }));
}

function codes() {
  const [table = ""] = /ERROR_STATUS = \{[^}]*\}/.exec(read("packages/rules/src/errors.ts")) ?? [];
  const known = [...table.matchAll(/^ {2}([a-z_]+):/gm)].map(([, code]) => code);
  const lines = rows
    .filter(({ heading }) => heading === "What a client is told")
    .map(({ cells }) => codeIn(cells[0])[0]);
  if (known.length === 0) throw new Error("no codes were found: has ERROR_STATUS moved?");
  return known.map((code) => ({ what: `the code ${code}`, found: lines.includes(code) }));
}

function messages() {
  return sources().flatMap((file) => {
    const source = read(file);
    return CALLS.filter((one) => one.in.test(file)).flatMap(({ call, first = "" }) => {
      const calls = new RegExp(`\\b(?:${call})\\(\\s*${first}${LITERAL}`, "g");
      return [...source.matchAll(calls)].map(([, literal]) => ({
        what: `${literal} (${file})`,
        found: isThere(literal),
      }));
    });
  });
}

/** A placeholder of the code is `<something>` in the document; of several lines only the first is looked for. */
function isThere(literal) {
  const [line = ""] = literal.slice(1, -1).trimEnd().split("\\n");
  const parts = line.replaceAll(/\\(.)/g, "$1").split(/\$\{(?:[^{}]|\{[^}]*\})*(?:\}|$)/);
  return new RegExp(parts.map((part) => RegExp.escape(part)).join("<[^>]+>")).test(text);
}

function refusalsOfTheSampleClient() {
  const titles = read("apps/sample-client/src/problem-words.ts").matchAll(/title: "([^"]+)"/g);
  return [...titles].map(([, title]) => ({ what: `“${title}”`, found: rows.some(({ cells }) => cells[0] === title) }));
}

function sources() {
  const args = ["ls-files", "--cached", "--others", "--exclude-standard", "-z", "apps", "packages", "scripts"];
  const names = execFileSync("git", args, { cwd: root, encoding: "utf8" }).split("\0");
  return names.filter(
    (name) => /\.(ts|mjs)$/.test(name) && !/\.test\.ts$|\/(testing|fixtures|generated)\/|\/test-/.test(name),
  );
}
