// Keeps docs/conformance.md true: each check of each certification profile, its test, and whether it held when it last ran.
//   node scripts/conformance-table.mjs [report]   writes the page from Playwright's JSON report (test-results/playwright.json of e2e)
//   node scripts/conformance-table.mjs --check    exits 1 when a check has no test, or the page does not name it
import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { conclude, read, root } from "./documents.mjs";

const PAGE = "docs/conformance.md";
const e2e = join(root, "e2e");
const { plans, checks } = JSON.parse(read("e2e/conformance/checks.json"));
const files = ["", "modules"].flatMap((folder) =>
  readdirSync(join(e2e, "conformance", folder))
    .filter((name) => name.endsWith(".ts") && name !== "plans.spec.ts")
    .map((name) => join("e2e", "conformance", folder, name)),
);

if (process.argv.includes("--check")) check();
else write(process.argv[2] ?? join(e2e, "test-results", "playwright.json"));

/** A check as its plan runs it: the response types of the plan that it is for. */
function rowsOf(plan) {
  return checks.flatMap(({ check, holds, in: within }) => {
    const types = within[plan.id] ?? within[plan.like];
    if (types === undefined) return [];
    return [{ check, holds, types: plan.responseTypes.filter((type) => types === true || types.includes(type)) }];
  });
}

function titleOf(plan, type, { check, holds }) {
  return `[${plan.responseTypes.length === 1 ? plan.id : `${plan.id} ${type}`}] ${check}: ${holds}`;
}

/** The titles that the list asks for. */
function wanted() {
  return plans.flatMap((plan) => rowsOf(plan).flatMap((row) => row.types.map((type) => titleOf(plan, type, row))));
}

function check() {
  const listing = spawnSync(
    join(e2e, "node_modules", ".bin", "playwright"),
    ["test", "--list", "--reporter=json", "--project=conformance"],
    { cwd: e2e, encoding: "utf8", maxBuffer: 2 ** 26 },
  );
  if (listing.status !== 0) conclude([`The tests cannot be listed: ${listing.stderr}${listing.stdout}`]);
  const titles = new Set(specsOf(JSON.parse(listing.stdout)).map(({ title }) => title));
  const untested = wanted().filter((title) => !titles.has(title));
  const unlisted = [...titles].filter((title) => !wanted().includes(title));

  const page = read(PAGE);
  const stale = plans.flatMap((plan) =>
    rowsOf(plan).filter((row) => !page.includes(lineStart(row)) || !page.includes(`## ${plan.title}`)),
  );
  conclude(
    [
      ...untested.map((title) => `${title} has no test in e2e/conformance.`),
      ...unlisted.map((title) => `${title} is not in e2e/conformance/checks.json.`),
      ...stale.map(
        ({ check }) => `${PAGE} does not name ${check}: run the tests, then node scripts/conformance-table.mjs.`,
      ),
    ],
    `${titles.size} tests show ${checks.length} checks of ${plans.length} plans.`,
  );
}

function write(report) {
  const { suites, stats } = JSON.parse(readFileSync(report, "utf8"));
  const results = new Map(specsOf({ suites }).map(({ title, ok }) => [title, ok]));
  const marks = wanted().map((title) => results.get(title));
  const held = marks.filter((ok) => ok === true).length;
  const day = stats.startTime.slice(0, 10);
  const text = [
    "# Conformance",
    `Written by \`node scripts/conformance-table.mjs\` from the last run of the tests in \`e2e/conformance\` (${day}): **${held} of ${marks.length}** hold. Each line is a requirement of a certification profile of the OpenID Foundation, in our own words, failures and warnings alike. It is tried from outside: https behind a TLS proxy, production mode, clients on another site that register themselves, the pages as plain forms, with \`oauth4webapi\`, \`openid-client\` and \`jose\` as the relying party. [conformance-testing.md](conformance-testing.md) says how to let others test a deployment.`,
    ...plans.map((plan) => chapter(plan, results)),
    "",
  ];
  writeFileSync(join(root, PAGE), text.join("\n\n"));
  console.log(`${held} of ${marks.length} hold.`);
}

function chapter(plan, results) {
  const types = plan.responseTypes;
  const names = types.length === 1 ? ["holds"] : types.map((type) => `\`${type}\``);
  const lines = rowsOf(plan).map((row) => {
    const cells = types.map((type) => (row.types.includes(type) ? mark(results.get(titleOf(plan, type, row))) : ""));
    return `${lineStart(row)} ${cells.join(" | ")} |`;
  });
  return [
    `## ${plan.title}`,
    "",
    `| check | what holds | ${names.join(" | ")} |`,
    `|---|---|${types.map(() => "---|").join("")}`,
    ...lines,
  ].join("\n");
}

function lineStart({ check, holds }) {
  return `| [${check}](../${fileOf(check)}) | ${holds} |`;
}

function mark(ok) {
  if (ok === undefined) return "did not run";
  return ok ? "yes" : "**no**";
}

function fileOf(check) {
  const file = files.find((path) => read(path).includes(`"${check}"`));
  return file ?? conclude([`${check} is in no file of e2e/conformance.`]);
}

function specsOf({ suites = [], specs = [] }) {
  return [...specs.filter(({ title }) => title.startsWith("[")), ...suites.flatMap(specsOf)];
}
