// Finds the sections of standards that a source text names.

/** The names of standards as the code writes them, and the one name that the map uses for each. */
const STANDARDS = [
  // Not standards of this map: a section after one of these names is ignored.
  [/[Aa]rchitecture|NIST SP [\w-]+|RFC 6265bis|Fetch|WebAuthn/, () => undefined],
  [/RFC (\d{4}(?:bis)?)/, (number) => `RFC ${number}`],
  [/(?:OIDC|OpenID Connect) Core(?: 1\.0)?/, () => "OIDC Core"],
  [/(?:(?:OIDC|OpenID Connect) )?(?:Discovery|discovery)(?: 1\.0)?(?= §)/, () => "OIDC Discovery"],
  [/(?:OIDC|OpenID Connect) (?:Dynamic Client )?Registration(?: 1\.0)?/, () => "OIDC Registration"],
  [/(?:(?:OIDC|OpenID Connect) )?RP-Initiated Logout(?: 1\.0)?/, () => "OIDC RP-Initiated Logout"],
  [/(?:(?:OIDC|OpenID Connect) )?Back-Channel Logout(?: 1\.0)?/, () => "OIDC Back-Channel Logout"],
  [/(?:OIDC )?Front-Channel Logout(?: 1\.0)?(?= §)/, () => "OIDC Front-Channel Logout"],
  [/(?:OIDC )?Session Management(?: 1\.0)?(?= §)/, () => "OIDC Session Management"],
  [
    /(?:(?:OIDC|OpenID Connect) Prompt Create|Initiating User Registration)(?: 1\.0)?(?= §)/,
    () => "OIDC Prompt Create",
  ],
  [/(?:OAuth (?:2\.0 )?)?Multiple Response Types(?= §)/, () => "OAuth Multiple Response Types"],
  [/(?:OAuth )?Form Post Response Mode(?= §)/, () => "OAuth Form Post Response Mode"],
  [/OAuth 2\.1(?= §)/, () => "OAuth 2.1"],
  [/FAPI 2\.0 (Security Profile|Message Signing)(?= §)/, (part) => `FAPI 2.0 ${part}`],
  [/JARM(?= §)/, () => "JARM"],
  [/[Ss]pecification/, () => "Specification"],
];
const REFERENCE = new RegExp(
  `(?<name>${STANDARDS.map(([name]) => `(?:${name.source})`).join("|")})|§ ?(?<section>[0-9A-Z]+(?:\\.[0-9]+)*)(?<rule>,? rules? (?<numbers>\\d(?:(?:, | and | or )\\d)*))?`,
  "g",
);

/** @typedef {{ standard: string, section: string }} Section */

/**
 * The sections that the comments of a file name. A section without a standard belongs to the standard named before
 * it in the same paragraph. If there is none, it belongs to the standard that the file names first, because the head
 * of a file says what it implements.
 *
 * @returns {Section[]}
 */
export function sectionsInComments(source) {
  const paragraphs = source.split(/\n(?!\s*(?:\/\/|\*))/);
  const head = firstStandard(source);
  return paragraphs.flatMap((paragraph) => sectionsIn(paragraph, head));
}

/**
 * The sections that a test shows by strings: its titles and the rows of its tables. Its comments do not count. A
 * section without a standard belongs to the standard named before it in the same string. If there is none, it
 * belongs to the standard of the enclosing `describe`.
 *
 * @returns {Section[]}
 */
export function sectionsInTitles(source) {
  const code = source.replaceAll(/^\s*(\/\/|\*|\/\*).*$/gm, "");
  const strings = [...code.matchAll(/(\bdescribe\(\s*)?("(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`)/g)];
  let around = firstStandard(strings.map(([, , string]) => string).join(" "));
  return strings.flatMap(([, describes, string]) => {
    if (describes !== undefined) around = firstStandard(string) ?? around;
    return sectionsIn(string, around);
  });
}

function sectionsIn(text, standardAround) {
  let standard = standardAround;
  return [...text.matchAll(REFERENCE)].flatMap(({ groups }) => {
    if (groups.name !== undefined) standard = standardOf(groups.name);
    return groups.section === undefined ? [] : named(groups, standard);
  });
}

function firstStandard(text) {
  const names = [...text.matchAll(REFERENCE)].map(({ groups }) => groups.name && standardOf(groups.name));
  return names.find((standard) => standard !== undefined);
}

// Only the project's own specification has numbered rules.
function named({ section, numbers }, standard) {
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
