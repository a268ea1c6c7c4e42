// Keeps docs/troubleshooting.md complete: it has a line for every message that a person, a client or an operator can
// see.
import { codeIn, rowsOf } from "./tables.mjs";

const DOCUMENT = "docs/troubleshooting.md";
const CATALOGUE = "apps/authorization-server/src/people/views/messages/authorization/en.json";
const CODES = "packages/rules/src/errors.ts";
const SAMPLE_CLIENT = "apps/sample-client/src/pages/problem-words.ts";

/** Texts of the catalogue that are labels, not messages. */
const LABELS = ["title", "code", "reference", "for_developers", "detail"].map((name) => `error.${name}`);

/** Calls whose text a person sees, and the place of the text: a literal, after the code or the path if there is one. */
const CALLS = [
  {
    call: "invalidRequest|invalidGrant|invalidScope|insufficientScope",
    in: /^(apps\/(authorization|resource)-server|packages\/rules)\//,
  },
  { call: "ProtocolError", in: /^(apps\/(authorization|resource)-server|packages\/rules)\//, first: '"[a-z_]+",\\s*' },
  { call: "refusal|misuse|migrationError|failure|giveUp", in: /^(apps|packages|scripts)\// },
  {
    call: "Error",
    in: /^packages\/ephemeral\/src\/redis|key-ring\.ts$|key-encryption-keys\.ts$|views\/messages\.ts$|sample-client\/src\/provider\/(registration|registration-file|credentials|client-key)\.ts$/,
  },
];
const LITERAL = '("(?:[^"\\\\\\n]|\\\\.)*"|`(?:[^`\\\\]|\\\\.)*`)';

function check(tree) {
  const text = tree.read(DOCUMENT);
  const rows = rowsOf(text);
  const wanted = [
    ...catalogue(tree, rows),
    ...codes(tree, rows),
    ...messages(tree, text),
    ...refusalsOfTheSampleClient(tree, rows),
  ];
  return {
    problems: wanted.filter(({ found }) => !found).map(({ what }) => `${DOCUMENT} has no line for ${what}.`),
    fine: `${wanted.length} messages have a line.`,
  };
}

const mistakes = [
  {
    file: CATALOGUE,
    from: '"error.too_many": "',
    to: '"error.too_many": "New: ',
    says: /no line for error\.too_many: New: /,
  },
  { file: CODES, from: "  invalid_grant:", to: "  invalid_grunt:", says: /no line for the code invalid_grunt/ },
  { file: CODES, from: "ERROR_STATUS = {", to: "STATUS = {", says: /no codes/ },
  {
    file: "scripts/bootstrap.mjs",
    from: "  giveUp(\n    `Node",
    to: "  giveUp(\n    `New: node",
    says: /no line for `New: node/,
  },
  { file: SAMPLE_CLIENT, from: 'title: "', to: 'title: "New: ', says: /no line for “New: / },
];

export const troubleshooting = { check, mistakes };

function catalogue(tree, rows) {
  const texts = Object.entries(JSON.parse(tree.read(CATALOGUE)));
  return texts
    .filter(([key]) => /^(error|login\.problem)\./.test(key) && !LABELS.includes(key))
    .map(([key, message]) => ({ what: `${key}: ${message}`, found: rows.some(({ cells }) => cells[0] === message) }));
}

function codes(tree, rows) {
  const [table = ""] = /\bERROR_STATUS = \{[^}]*\}/.exec(tree.read(CODES)) ?? [];
  const known = [...table.matchAll(/^ {2}([a-z_]+):/gm)].map(([, code]) => code);
  const lines = rows
    .filter(({ heading }) => heading === "Errors that a client gets")
    .map(({ cells }) => codeIn(cells[0])[0]);
  if (known.length === 0) return [{ what: `any code: ${CODES} has no codes in ERROR_STATUS`, found: false }];
  return known.map((code) => ({ what: `the code ${code}`, found: lines.includes(code) }));
}

function messages(tree, text) {
  return sources(tree).flatMap((file) => {
    const source = tree.read(file);
    return CALLS.filter((one) => one.in.test(file)).flatMap(({ call, first = "" }) => {
      const calls = new RegExp(`\\b(?:${call})\\(\\s*${first}${LITERAL}`, "g");
      return [...source.matchAll(calls)].map(([, literal]) => ({
        what: `${literal} (${file})`,
        found: isThere(literal, text),
      }));
    });
  });
}

/**
 * A placeholder of the code is `<something>` in the document. Of a text with several lines, only the first line must
 * be there.
 */
function isThere(literal, text) {
  const [line = ""] = literal.slice(1, -1).trimEnd().split("\\n");
  const parts = line.replaceAll(/\\(.)/g, "$1").split(/\$\{(?:[^{}]|\{[^}]*\})*(?:\}|$)/);
  return new RegExp(parts.map((part) => RegExp.escape(part)).join("<[^>]+>")).test(text);
}

function refusalsOfTheSampleClient(tree, rows) {
  const titles = tree.read(SAMPLE_CLIENT).matchAll(/title: "([^"]+)"/g);
  return [...titles].map(([, title]) => ({ what: `“${title}”`, found: rows.some(({ cells }) => cells[0] === title) }));
}

function sources(tree) {
  return tree
    .files("apps", "packages", "scripts")
    .filter((name) => /\.(ts|mjs)$/.test(name) && !/\.test\.ts$|\/(testing|fixtures|generated)\/|\/test-/.test(name));
}
