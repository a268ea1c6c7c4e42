// Keeps docs/generated/conformance.md true: each check of each certification profile, its test, and whether it passed in its
// last run.
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../workspace.mjs";
import { tableOf } from "./tables.mjs";

const PAGE = "docs/generated/conformance.md";
const CHECKS = "e2e/conformance/checks.json";
const e2e = join(root, "e2e");

function check(tree) {
  const list = read(tree);
  const titles = testTitles();
  if (titles instanceof Error) return { problems: [titles.message] };
  const asked = wanted(list);
  const stale = withoutResults(tree.read(PAGE)) !== withoutResults(page(list, new Map(), ""));
  return {
    problems: [
      ...asked.filter((title) => !titles.has(title)).map((title) => `${title} has no test in e2e/conformance.`),
      ...[...titles].filter((title) => !asked.includes(title)).map((title) => `${title} is not in ${CHECKS}.`),
      ...list.checks
        .filter(({ check }) => list.fileOf(check) === undefined)
        .map(({ check }) => `${check} is in no file of e2e/conformance.`),
      ...(stale ? [`${PAGE} is stale: run the tests, then node scripts/documents.mjs conformance-table.`] : []),
    ],
    fine: `${titles.size} tests show ${list.checks.length} checks of ${list.plans.length} plans.`,
  };
}

const mistakes = [
  { file: CHECKS, from: '"holds": "', to: '"holds": "never ', says: /: never .* has no test/ },
  { file: CHECKS, from: '"holds": "', to: '"holds": "never ', says: /is not in e2e\/conformance\/checks\.json/ },
  {
    file: CHECKS,
    from: '"check": "oidcc-server"',
    to: '"check": "oidcc-nothing"',
    says: /oidcc-nothing is in no file/,
  },
  { file: PAGE, from: "| [oidcc-server]", to: "| [oidcc-servers]", says: /is stale/ },
];

export const conformanceTable = { check, mistakes, write };

/**
 * The page, from the report of the last run of the browser tests. Returns a sentence instead if the run left out a
 * check.
 */
function write(tree) {
  const list = read(tree);
  const file = join(e2e, "test-results", "playwright.json");
  if (!existsSync(file)) return `${PAGE} stays as it is: there is no report of the browser tests.`;
  const { suites, stats } = JSON.parse(readFileSync(file, "utf8"));
  const results = new Map(specsOf({ suites }).map(({ title, ok }) => [title, ok]));
  const marks = wanted(list).map((title) => results.get(title));
  if (marks.includes(undefined)) return `${PAGE} stays as it is: the last run of the browser tests left checks out.`;

  return { path: PAGE, text: page(list, results, stats.startTime.slice(0, 10)) };
}

/** The list of checks, and the file of each check. */
function read(tree) {
  const { plans, checks } = JSON.parse(tree.read(CHECKS));
  const files = tree
    .files("e2e/conformance")
    .filter((name) => /^e2e\/conformance\/(modules\/)?[^/]+\.ts$/.test(name) && !name.endsWith("/plans.spec.ts"));
  const sources = files.map((file) => ({ file, source: tree.read(file) }));
  const fileOf = (check) => sources.find(({ source }) => source.includes(`"${check}"`))?.file;
  return { plans, checks, fileOf };
}

let listed;
/** The titles of all tests of the profiles, as Playwright lists them. */
function testTitles() {
  listed ??= spawnSync(
    join(e2e, "node_modules", ".bin", "playwright"),
    ["test", "--list", "--reporter=json", "--project=conformance"],
    { cwd: e2e, encoding: "utf8", maxBuffer: 2 ** 26 },
  );
  if (listed.status !== 0) return new Error(`The tests cannot be listed: ${listed.stderr}${listed.stdout}`);
  return new Set(specsOf(JSON.parse(listed.stdout)).map(({ title }) => title));
}

/** The columns of a plan: its response types, or the variants of a FAPI 2 plan. */
const columnsOf = ({ responseTypes, variants }) => responseTypes ?? Object.keys(variants);

/** A check in a plan: the columns of the plan that the check applies to. */
function rowsOf({ checks }, plan) {
  return checks.flatMap(({ check, holds, in: within, needs = [] }) => {
    const columns = within[plan.id] ?? within[plan.like];
    if (columns === undefined) return [];
    const has = (column) => needs.every((need) => plan.variants[column].includes(need));
    const types = columnsOf(plan).filter((column) => (columns === true || columns.includes(column)) && has(column));
    return types.length === 0 ? [] : [{ check, holds, types }];
  });
}

function titleOf(plan, type, { check, holds }) {
  return `[${plan.responseTypes?.length === 1 ? plan.id : `${plan.id} ${type}`}] ${check}: ${holds}`;
}

/** The titles that the list requires. */
function wanted(list) {
  return list.plans.flatMap((plan) =>
    rowsOf(list, plan).flatMap((row) => row.types.map((type) => titleOf(plan, type, row))),
  );
}

function page(list, results, day) {
  const marks = wanted(list).map((title) => results.get(title));
  const held = marks.filter((ok) => ok).length;
  return [
    "# Conformance",
    `Written by \`node scripts/documents.mjs conformance-table\` from the last run of the tests in \`e2e/conformance\` (${day}): **${held} of ${marks.length}** hold. Each line is a requirement of a certification profile of the OpenID Foundation, in our own words, failures and warnings alike. It is tried from outside: https behind a TLS proxy, production mode, clients on another site that register themselves (those of the FAPI 2 plans are added by an operator), the pages as plain forms, with \`oauth4webapi\`, \`openid-client\` and \`jose\` as the relying party. These tests are the project's own. They send what the suite of the Foundation sends, and are not that suite. [conformance-testing.md](../conformance-testing.md) says how to let others test a deployment.`,
    ...list.plans.map((plan) => chapter(list, plan, results)),
    "",
  ].join("\n\n");
}

function chapter(list, plan, results) {
  const types = columnsOf(plan);
  const names = types.length === 1 ? ["holds"] : types.map((type) => (plan.variants ? type : `\`${type}\``));
  const lines = rowsOf(list, plan).map((row) => [
    `[${row.check}](../../${list.fileOf(row.check)})`,
    row.holds,
    ...types.map((type) => (row.types.includes(type) ? mark(results.get(titleOf(plan, type, row))) : "")),
  ]);
  const note = plan.note === undefined ? "" : ` ${plan.note}`;
  const marks = wanted({ ...list, plans: [plan] }).map((title) => results.get(title));
  const count = `${marks.filter((ok) => ok).length} of ${marks.length} hold.`;
  return `## ${plan.title}\n\n${count}${note}\n\n${tableOf(["check", "what holds", ...names], lines)}`;
}

const mark = (ok) => (ok ? "yes" : "**no**");

/** The page without the parts that a test run may change: its date, its counts and its marks. */
function withoutResults(text) {
  return text
    .replace(/\([^()]*\): \*\*\d+ of /, "")
    .replaceAll(/^\d+ of (?=\d+ hold\.)/gm, "")
    .replaceAll(/^(\| \[[^|]*\|[^|]*\|).*$/gm, "$1");
}

function specsOf({ suites = [], specs = [] }) {
  return [...specs.filter(({ title }) => title.startsWith("[")), ...suites.flatMap(specsOf)];
}
