// Keeps docs/spec-map.md true: which section of which standard is implemented in which file, and shown by which test.
// It reads the sections that comments of the source and titles of the tests name ("RFC 6749 §4.1.2").
import { linksTo, tableOf } from "./tables.mjs";

const PAGE = "docs/spec-map.md";

/** Names as they are written in the code, and the one name that the map gives them. */
const STANDARDS = [
  // Not standards that this map knows: a section after one of these is nobody's here.
  [/[Dd]esign|NIST SP [\w-]+|RFC 6265bis|Fetch/, () => undefined],
  [/RFC (\d{4})/, (number) => `RFC ${number}`],
  [/(?:OIDC|OpenID Connect) Core(?: 1\.0)?/, () => "OIDC Core"],
  [/(?:(?:OIDC|OpenID Connect) )?(?:Discovery|discovery)(?: 1\.0)?(?= §)/, () => "OIDC Discovery"],
  [/(?:OIDC|OpenID Connect) (?:Dynamic Client )?Registration(?: 1\.0)?/, () => "OIDC Registration"],
  [/(?:(?:OIDC|OpenID Connect) )?RP-Initiated Logout(?: 1\.0)?/, () => "OIDC RP-Initiated Logout"],
  [/(?:(?:OIDC|OpenID Connect) )?Back-Channel Logout(?: 1\.0)?/, () => "OIDC Back-Channel Logout"],
  [/[Ss]pecification/, () => "Specification"],
];
const REFERENCE = new RegExp(
  `(?<name>${STANDARDS.map(([name]) => `(?:${name.source})`).join("|")})|§ ?(?<section>[0-9A-Z]+(?:\\.[0-9]+)*)(?<rule>,? rules? (?<numbers>\\d(?:(?:, | and | or )\\d)*))?`,
  "g",
);

/** What must never be without a file and without a test. */
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

/** The rules of the project's own specification: each has a test of its own, by number. */
const MUST_BE_TESTED = [
  "4.8 rule 1",
  "4.8 rule 2",
  "4.8 rule 3",
  "4.8 rule 4",
  "4.8 rule 5",
  "4.8 rule 6",
  "4.8 rule 7",
];

function check(tree) {
  const entries = collect(tree);
  const standards = new Set([...entries.values()].map(({ standard }) => standard));
  return {
    problems: [...lacking(entries), ...stale(tree, entries)],
    fine: `${entries.size} sections in ${standards.size} standards.`,
  };
}

const mistakes = [
  { file: "packages/rules/src/pkce.ts", from: "RFC 7636 §4.6", to: "", says: /RFC 7636 §4\.6 has no files/ },
  { file: PAGE, from: "| §4.1.2 |", to: "| §4.1.2.9 |", says: /spec-map\.md is stale/ },
];

export const specMap = { check, mistakes, write };

function write(tree) {
  return { path: PAGE, text: render(collect(tree)) };
}

/** Each section that is named anywhere, with the files and the tests that name it. */
function collect(tree) {
  const found = new Map();
  for (const file of tree.files("apps", "packages", "e2e").filter(isRead)) {
    const isTest = /\.(test|spec)\.ts$/.test(file);
    const source = tree.read(file);
    for (const { standard, section } of references(isTest ? titles(source) : source)) {
      const key = `${standard} §${section}`;
      const entry = found.get(key) ?? { standard, section, files: new Set(), tests: new Set() };
      entry[isTest ? "tests" : "files"].add(file);
      found.set(key, entry);
    }
  }
  return found;
}

// What only tests use implements nothing.
function isRead(file) {
  const aid = /(^|\/)(testing|fixtures)\/|\/(test-[^/]*|forgery)\.ts$|vitest\./;
  return /\.(ts|sql|prisma|eta)$/.test(file) && !aid.test(file);
}

/** A test says what it shows in its titles and in the rows of its tables: strings. Its comments show nothing. */
function titles(source) {
  const strings =
    source.replaceAll(/^\s*(\/\/|\*|\/\*).*$/gm, "").match(/"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`/g) ?? [];
  return strings.filter((string) => /§|RFC|OIDC|OpenID/.test(string)).join("\n\n");
}

/**
 * The sections that a text names. One without a standard belongs to the standard named before it in the same
 * paragraph, else to the one that the file names first: its head says what it implements.
 */
function references(source) {
  const paragraphs = source.split(/\n(?!\s*(?:\/\/|\*))/).map((paragraph) => [...paragraph.matchAll(REFERENCE)]);
  const named = paragraphs.flat().map(({ groups }) => groups.name && standardOf(groups.name));
  const head = named.find((standard) => standard !== undefined);

  return paragraphs.flatMap((matches) => {
    let standard = head;
    return matches.flatMap(({ groups }) => {
      if (groups.name !== undefined) standard = standardOf(groups.name);
      return groups.section === undefined ? [] : sectionsOf(groups, standard);
    });
  });
}

// Only the project's own specification has numbered rules.
function sectionsOf({ section, numbers }, standard) {
  if (numbers === undefined) return standard === undefined ? [] : [{ standard, section }];
  return numbers.match(/\d/g).map((number) => ({ standard: "Specification", section: `${section} rule ${number}` }));
}

function standardOf(name) {
  for (const [pattern, nameOf] of STANDARDS) {
    const match = new RegExp(`^(?:${pattern.source.replace("(?= §)", "")})$`).exec(name);
    if (match !== null) return nameOf(match[1]);
  }
  return undefined;
}

function render(entries) {
  const byStandard = Map.groupBy(entries.values(), ({ standard }) => standard);
  const chapters = [...byStandard.keys()].sort().map((name) => {
    const rows = byStandard.get(name).sort((one, other) => bySection(one.section, other.section));
    const lines = rows.map(({ section, files, tests }) => [
      `§${section}`,
      linksTo(files, "../"),
      linksTo(tests, "../"),
    ]);
    return `## ${name}\n\n${tableOf(["section", "implemented in", "shown by"], lines)}`;
  });
  return [
    "# From the standards to the code",
    "Written by `node scripts/documents.mjs spec-map` from the sections that comments and test titles name; `npm test` refuses a stale one. *Specification* is this project's own: see [specification.md](specification.md).",
    ...chapters,
    "",
  ].join("\n\n");
}

function bySection(one, other) {
  return one.localeCompare(other, "en", { numeric: true });
}

function lacking(entries) {
  const lacks = (key, kinds) =>
    kinds.filter((kind) => (entries.get(key)?.[kind].size ?? 0) === 0).map((kind) => `${key} has no ${kind}.`);
  return [
    ...Object.entries(MUST_HAVE).flatMap(([standard, sections]) =>
      sections.flatMap((section) => lacks(`${standard} §${section}`, ["files", "tests"])),
    ),
    ...MUST_BE_TESTED.flatMap((section) => lacks(`Specification §${section}`, ["tests"])),
  ];
}

function stale(tree, entries) {
  const isTrue = tree.exists(PAGE) && tree.read(PAGE) === render(entries);
  return isTrue ? [] : [`${PAGE} is stale: run \`node scripts/documents.mjs spec-map\` and commit what it writes.`];
}
