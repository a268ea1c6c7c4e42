// Keeps docs/decisions/README.md true: each decision with its number, title and status, and the numbers that no
// decision has. A record says its status below its title, and what was decided, why, and what follows from it.
import { posix } from "node:path";
import { tableOf } from "./tables.mjs";

const FOLDER = "docs/decisions";
const PAGE = `${FOLDER}/README.md`;
const LINK = "\\[\\d+\\]\\(\\d{4}-[\\w-]+\\.md\\)";
const LINKS = `${LINK}(?:(?:, | and )${LINK})*`;
/** The line below the title. */
const STATUS = new RegExp(`^Status: (Decided|Changed by ${LINKS}|Superseded by ${LINKS})$`);
const PARTS = ["**Decided.**", "**Why.**", "**What follows.**"];
const INTRODUCTION = [
  "# Decisions",
  "Written by `node scripts/documents.mjs decision-index` from the records: a page for each decision, with the reason and what follows from it. The text of a record is true today. *Decided*: nothing has changed since. *Changed by*: a part is different since another decision. *Superseded by*: another decision holds in its place.",
];

function check(tree) {
  const records = recordsOf(tree);
  const problems = records.flatMap((record) => problemsOf(tree, record));
  const isStale = (tree.exists(PAGE) ? tree.read(PAGE) : "") !== page(records);
  if (isStale)
    problems.push(`${PAGE} is stale: run \`node scripts/documents.mjs decision-index\` and commit what it writes.`);
  return { problems, fine: `${records.length} decisions have a status.` };
}

const FIRST = `${FOLDER}/0001-the-code-is-columns-of-the-authorization-row.md`;
const mistakes = [
  { file: PAGE, from: "| Decided |", to: "| Superseded |", says: /README\.md is stale/ },
  { file: FIRST, from: "# 1. ", to: "# 2. ", says: /has another number than its name/ },
  { file: FIRST, from: "Status: Decided", to: "Status: Fine", says: /has no status/ },
  {
    file: FIRST,
    from: "Status: Decided",
    to: "Status: Changed by [9](0009-nothing.md)",
    says: /no decision 0009-nothing/,
  },
  ...PARTS.map((part) => ({ file: FIRST, from: part, to: "", says: /lacks / })),
];

const write = (tree) => ({ path: PAGE, text: page(recordsOf(tree)) });

export const decisionIndex = { check, mistakes, write };

function recordsOf(tree) {
  return tree
    .files(FOLDER)
    .filter((path) => path.endsWith(".md") && path !== PAGE)
    .map((path) => {
      const text = tree.read(path);
      const [, number, title] = /^# (\d+)\. (.+)$/m.exec(text) ?? [];
      const status = text.split("\n").find((line) => line.startsWith("Status: ")) ?? "";
      return { path, name: posix.basename(path), text, number: Number(number), title, status };
    });
}

function problemsOf(tree, { path, name, text, number, status }) {
  const found = [];
  if (Number(name.slice(0, 4)) !== number) found.push(`${path} has another number than its name.`);
  if (!STATUS.test(status)) found.push(`${path} has no status: Decided, Changed by or Superseded by, with links.`);
  for (const part of PARTS) if (!text.includes(part)) found.push(`${path} lacks ${part}`);
  for (const [, to] of status.matchAll(/\]\(([^)]+)\)/g))
    if (!tree.exists(`${FOLDER}/${to}`)) found.push(`${path}: there is no decision ${to}.`);
  return found;
}

function page(records) {
  const rows = records.map(({ name, number, title, status }) => [
    String(number),
    `[${title}](${name})`,
    status.replace("Status: ", ""),
  ]);
  const numbers = new Set(records.map(({ number }) => number));
  const unused = Array.from({ length: Math.max(...numbers) }, (_, index) => index + 1).filter(
    (number) => !numbers.has(number),
  );
  const gaps = `These numbers are unused: ${unused.join(", ")}.`;
  return `${[...INTRODUCTION, tableOf(["", "decision", "status"], rows), gaps].join("\n\n")}\n`;
}
