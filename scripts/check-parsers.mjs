// Checks that every parser of what callers send stands in docs/security/parsers.md, with its bound and a test.
//   node scripts/check-parsers.mjs    exits 1 for a call that has no row, a row without its test, or a call it misses
import { existsSync } from "node:fs";
import { join, posix } from "node:path";
import { conclude, read, root, sourceFiles } from "./workspace.mjs";

const PAGE = "docs/security/parsers.md";
const NOT_SHIPPED =
  /\.test\.ts$|\/test-[^/]+\.ts$|\/testing\/|\/drafting\/|\/forgery\.ts$|^packages\/(?:accessibility|bundle|chaos|dev)\/|^apps\/sample-|^e2e\//;

/** How code calls a parser, by the name of its rows. */
const CALLS = {
  YAML: /\bparseDocument\(|\bparseAllDocuments\(|\bnew Lexer\(/,
  CEL: /from "@bufbuild\/cel"/,
  "X.509": /\bnew X509Certificate\(|\.getPeer(?:X509)?Certificate\(/,
  DER: /\bAsnConvert\.parse\(|\bAsnParser\b|\bfromBER\(/,
  pictures: /\bcleanPicture\(/,
  "kinds of pictures": /\bpictureType\(/,
  JWS: /\b(?:compactVerify|flattenedVerify|generalVerify|jwtVerify|decodeJwt|decodeProtectedHeader)\(/,
  JWE: /\b(?:compactDecrypt|flattenedDecrypt|generalDecrypt|jwtDecrypt)\(/,
  CBOR: /\bdecodeAttestationObject\(|\bdecodeCredentialPublicKey\(|\bverify(?:Registration|Authentication)Response\(/,
  "Accept-Language": /\bnew Negotiator\(/,
  cookies: /headers\.cookie\b|headers: \{ cookie\b/,
  multipart: /\bnew (?:Busboy|Parser)\(/,
  "JSON Schema": /\bnew Ajv\w*\(|\bRE2JS\.compile\(/,
  CSV: /from "csv-parse/,
  "IP addresses": /\bipaddr\.(?:parse|process)\(/,
  "regular expressions": /\bnew RegExp\(/,
  "compression, XML, HTML":
    /\b(?:create)?(?:Inflate|Gunzip|Unzip|BrotliDecompress)(?:Raw)?(?:Sync)?\(|\b(?:inflate|gunzip|unzip|brotliDecompress)(?:Raw)?(?:Sync)?\(|from "(?:parse5|htmlparser2|cheerio|fast-xml-parser|xml2js|sax)"/,
};

/** What parses what operators have, and why it needs no row. */
const OF_OPERATORS = {
  "apps/authorization-server/src/issuer/clients/certificates/trust.ts": "reads MTLS_CLIENT_CA",
};

/** A time says nothing on a busy machine. */
const MEASURES_TIME = /\bperformance\.now\(|\bDate\.now\(|[cC]puUsage\(|\bhrtime\b/;
/** The test that measures time, and why. */
const TIMED = {
  "packages/service/src/log/redaction.linear-time.test.ts":
    "V8 counts no steps of a pattern; scripts/check-regular-expressions.mjs proves that each takes linear time",
};

const withoutComments = (text) => text.replace(/\/\*[\s\S]*?\*\/|(?<!:)\/\/.*$/gm, "");
const LINK = /\[((?:[^\][]|\[[^\]]*\])+)\]\(([^)]+)\)/g;
const linksIn = (cell) =>
  [...cell.matchAll(LINK)].map(([, text, to]) => ({ text, file: posix.join(posix.dirname(PAGE), to) }));

const rows = read(PAGE)
  .split("\n")
  .filter((line) => line.startsWith("| ") && !line.startsWith("| parser |"))
  .map((line) => line.split("|").map((cell) => cell.trim()))
  .map(([, parser, , bound, code, test]) => ({ parser, bound, code: linksIn(code), tests: linksIn(test) }));
const files = sourceFiles("apps", "packages")
  .filter((name) => /\/src\/.*\.ts$/.test(name) && !NOT_SHIPPED.test(name) && OF_OPERATORS[name] === undefined)
  .map((name) => ({ name, text: withoutComments(read(name)) }));

const hasRow = (parser, name) =>
  rows.some((row) => row.parser === parser && row.code.some(({ file }) => file === name));
const withoutRow = Object.entries(CALLS).flatMap(([parser, calls]) =>
  files
    .filter(({ name, text }) => calls.test(text) && !hasRow(parser, name))
    .map(({ name }) => `${name}: calls a parser (${parser}) and is not in ${PAGE}: bound it, test it, add it there`),
);
const wrongRows = rows.flatMap(({ parser, bound, code, tests }) => [
  ...(bound === "" ? [`${PAGE}: ${parser} has no bound`] : []),
  ...(code.length > 0 && tests.length === 0 ? [`${PAGE}: ${parser} has no test`] : []),
  ...code.filter(({ file }) => !existsSync(join(root, file))).map(({ file }) => `${PAGE}: ${file} does not exist`),
  ...tests
    .filter(({ file }) => existsSync(join(root, file)) && TIMED[file] === undefined && MEASURES_TIME.test(read(file)))
    .map(({ file }) => `${PAGE}: ${file} measures time: count steps or bytes`),
  ...tests
    .filter(({ text, file }) => !(existsSync(join(root, file)) && read(file).includes(text)))
    .map(({ text, file }) => `${PAGE}: ${file} has no test “${text}”`),
]);

/** Each of these must be noticed. */
const TRIED = {
  YAML: "parseDocument(text)",
  CEL: 'import { parse } from "@bufbuild/cel";',
  "X.509": "new X509Certificate(der)",
  DER: "AsnConvert.parse(der, Name)",
  JWS: "await jwtVerify(token, keys)",
  CBOR: "library.decodeAttestationObject(bytes)",
  "regular expressions": "new RegExp(pattern)",
  "compression, XML, HTML": "gunzipSync(body)",
};

conclude(
  [
    ...withoutRow,
    ...wrongRows,
    ...Object.keys(CALLS)
      .filter((parser) => !rows.some((row) => row.parser === parser))
      .map((parser) => `${PAGE}: there is no row of ${parser}`),
    ...Object.entries(TRIED)
      .filter(([parser, code]) => !CALLS[parser].test(code))
      .map(([, code]) => `This check does not notice: ${code}`),
  ],
  `${rows.length} parsers of what callers send have a bound and a test.`,
);
