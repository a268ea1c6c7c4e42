// Keeps docs/generated/spec-map.md true: the files in which the two servers implement each section of each standard, the files
// in which the sample clients follow it as relying parties, and the tests that show it. It reads the sections that
// comments of production code and titles of tests name ("RFC 6749 §4.1.2"). If no server implements a section, the
// reason is in not-implemented.json.
import { sectionsInComments, sectionsInTitles } from "./sections.mjs";
import { linksTo, tableOf } from "./tables.mjs";

const PAGE = "docs/generated/spec-map.md";
const REASONS = "scripts/documents/not-implemented.json";
const COLUMNS = ["section", "implemented in", "relying party", "shown by"];

/** The production code, by the column that it counts for. Tests are in the last column. */
const PRODUCTION = {
  files:
    /^(apps\/(authorization|resource)-server\/src|packages\/(database|ephemeral|guard|jwt|pictures|rules|scim|service)\/(src|prisma))\//,
  relyingParty: /^apps\/sample-cli(?:ent)?\/src\//,
};

/** The sections that must have a file and a test. */
const MUST_HAVE = {
  "RFC 6749": ["2.3.1", "3.1", "3.1.2", "3.3", "4.1.1", "4.1.2", "4.1.2.1", "4.1.3", "5.1", "5.2"],
  "RFC 6750": ["2.1", "2.2", "3", "3.1"],
  "RFC 7636": ["4.2", "4.6"],
  "RFC 8252": ["7.3"],
  "RFC 9068": ["2", "4"],
  "RFC 9207": ["2.4"],
  "OIDC Core": ["2", "3.1.2.1", "3.1.2.6", "3.1.3.6", "5.1", "5.3.2", "5.4"],
  "OIDC Discovery": ["3", "4.3"],
  "OIDC RP-Initiated Logout": ["2"],
};

/** The rules of the project's own specification. Each rule has its own test, by number. */
const MUST_BE_TESTED = ["1", "2", "3", "4", "5", "6", "7"].map((rule) => `Specification §4.8 rule ${rule}`);

function check(tree) {
  const entries = collect(tree);
  const standards = new Set([...entries.values()].map(({ standard }) => standard));
  return {
    problems: [...lacking(entries), ...unexplained(tree, entries), ...stale(tree, entries)],
    fine: `${entries.size} sections in ${standards.size} standards.`,
  };
}

const mistakes = [
  { file: "packages/rules/src/request/pkce.ts", from: "RFC 7636 §4.6", to: "", says: /RFC 7636 §4\.6 has no files/ },
  {
    file: REASONS,
    from: '"OIDC Core §3.1.3.7"',
    to: '"OIDC Core §3.1.3.99"',
    says: /OIDC Core §3\.1\.3\.7 is implemented nowhere/,
  },
  {
    file: REASONS,
    from: '"OIDC Core §3.1.3.7"',
    to: '"OIDC Core §3.1.3.3"',
    says: /gives a reason for OIDC Core §3\.1\.3\.3/,
  },
  { file: PAGE, from: "| §4.1.2 |", to: "| §4.1.2.9 |", says: /spec-map\.md is stale/ },
];

export const specMap = { check, mistakes, write };

function write(tree) {
  return { path: PAGE, text: render(tree, collect(tree)) };
}

/** Each section that any file names, with the files of each column that name it. */
function collect(tree) {
  const found = new Map();
  for (const file of tree.files("apps", "packages", "e2e")) {
    const column = columnOf(file);
    if (column === undefined) continue;
    const source = tree.read(file);
    for (const { standard, section } of column === "tests" ? sectionsInTitles(source) : sectionsInComments(source)) {
      const key = `${standard} §${section}`;
      const none = { standard, section, files: new Set(), relyingParty: new Set(), tests: new Set() };
      found.set(key, found.get(key) ?? none);
      found.get(key)[column].add(file);
    }
  }
  return found;
}

// Code that only tests use implements nothing.
function columnOf(file) {
  if (
    !/\.(ts|sql|prisma|eta)$/.test(file) ||
    /(^|\/)(testing|fixtures)\/|\/(test-[^/]*|forgery)\.ts$|vitest\./.test(file)
  )
    return undefined;
  if (/\.(test|spec)\.ts$/.test(file)) return "tests";
  return Object.keys(PRODUCTION).find((column) => PRODUCTION[column].test(file));
}

function render(tree, entries) {
  const reasons = reasonsOf(tree);
  const byStandard = Map.groupBy(entries, ([, { standard }]) => standard);
  const chapters = [...byStandard.keys()].sort().map((name) => {
    const rows = byStandard.get(name).sort(([, one], [, other]) => bySection(one.section, other.section));
    const lines = rows.map(([key, { section, files, relyingParty, tests }]) => [
      `§${section}`,
      key in reasons ? `*${reasons[key]}*` : linksTo(files, "../../"),
      linksTo(relyingParty, "../../"),
      linksTo(tests, "../../"),
    ]);
    return `## ${name}\n\n${tableOf(COLUMNS, lines)}`;
  });
  return [
    "# From the standards to the code",
    "Written by `node scripts/documents.mjs spec-map` from the sections that comments and test titles name; `npm test` refuses a stale one. *Implemented in* lists production code of the two servers and of their packages, *relying party* that of the sample client and the sample command line. Where no server implements a section, the reason stands in its place. *Specification* is this project's own: see [specification.md](../specification.md).",
    ...chapters,
    "",
  ].join("\n\n");
}

const reasonsOf = (tree) => JSON.parse(tree.read(REASONS));

function bySection(one, other) {
  return one.localeCompare(other, "en", { numeric: true });
}

function lacking(entries) {
  const has = (key, column) => (entries.get(key)?.[column].size ?? 0) > 0;
  const must = Object.entries(MUST_HAVE).flatMap(([name, sections]) =>
    sections.map((section) => `${name} §${section}`),
  );
  return [
    ...must.filter((key) => !has(key, "files") && !has(key, "relyingParty")).map((key) => `${key} has no files.`),
    ...[...must, ...MUST_BE_TESTED].filter((key) => !has(key, "tests")).map((key) => `${key} has no tests.`),
  ];
}

/** Sections that no server implements and that have no reason, and sections with a reason that need none. */
function unexplained(tree, entries) {
  const reasons = reasonsOf(tree);
  const isWithout = (key) => entries.get(key)?.files.size === 0;
  return [
    ...[...entries.keys()]
      .filter((key) => isWithout(key) && !(key in reasons))
      .map((key) => `${key} is implemented nowhere: name it where it is, or give the reason in ${REASONS}.`),
    ...Object.keys(reasons)
      .filter((key) => !isWithout(key))
      .map((key) => `${REASONS} gives a reason for ${key}, which is implemented or not named at all.`),
  ];
}

function stale(tree, entries) {
  const isTrue = tree.exists(PAGE) && tree.read(PAGE) === render(tree, entries);
  return isTrue ? [] : [`${PAGE} is stale: run \`node scripts/documents.mjs spec-map\` and commit what it writes.`];
}
