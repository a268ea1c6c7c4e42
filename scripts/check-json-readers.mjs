// Checks that JSON of others is read by the one reader (packages/guard/src/json.ts). It bounds length and depth, and
// refuses repeated members. JSON.parse, the body parser of Express and json() of a response do neither.
//   node scripts/check-json-readers.mjs    exits 1 if a file parses by itself, or if the check misses such a file
import { conclude, read, sourceFiles } from "./workspace.mjs";

const PARSES = /\bJSON\s*\.\s*parse\b|\bexpress\s*\.\s*json\b|\bbodyParser\b|(?<!\bz)\.json\(\)/;

const NOT_SHIPPED =
  /\.test\.ts$|\/test-[^/]+\.ts$|\/testing\/|\/drafting\/|\/forgery\.ts$|^packages\/(?:accessibility|chaos|dev)\/|^e2e\//;

/** What may parse by itself, and why. */
const EXCEPTIONS = {
  "packages/guard/src/json.ts": "is the reader",

  // Values that we wrote ourselves, and that no other program can change.
  "apps/authorization-server/src/administration/api/lists/cursor.ts": "opens what we sealed",
  "apps/authorization-server/src/administration/api/requests/idempotency.ts": "opens what we sealed",
  "apps/authorization-server/src/administration/configuration/apply.ts": "copies a value of ours",
  "apps/authorization-server/src/platform/jobs/outbox/deliver-mail.ts": "opens what we sealed",
  "apps/authorization-server/src/people/sign-in/totp-enrolment.ts": "opens what we sealed",
  "apps/authorization-server/src/platform/stores/requests/device-request.ts": "reads our store",
  "apps/authorization-server/src/platform/stores/looks-drafts.ts": "reads our store",
  "apps/authorization-server/src/platform/stores/requests/parked-request.ts": "reads our store",
  "apps/authorization-server/src/platform/stores/person/person-keys.ts": "opens what we sealed",
  "apps/authorization-server/src/platform/stores/requests/pushed-request.ts": "reads our store",
  "packages/bundle/src/bundle.ts": "reads the manifest of a service of ours",
  "packages/bundle/src/stack-traces.ts": "reads a source map, which was made together with the bundle",
  "packages/database/src/statements/pipelined.ts": "reads our database",
  "packages/jwt/src/keys/sealed-jwk.ts": "opens what we sealed",
  "packages/pages/src/messages.ts": "reads files that the image or the operator has, when the service starts",
  "packages/service/src/log/redaction.ts": "reads a log line of ours",

  // These import none of our packages.
  "packages/admin-client/src/client.ts": "reads the administration API, whose address it was given",
  "packages/admin-client/src/problem.ts": "reads the administration API, whose address it was given",
  "apps/sample-cli/src/kept.ts": "is a sample on public packages only, and reads what it wrote",
  "apps/sample-cli/src/orders.ts": "is a sample on public packages only",
  "apps/sample-client/src/orders/orders-api.ts": "is a sample on public packages only",
  "apps/sample-client/src/provider/client-key.ts": "is a sample on public packages only",
  "apps/sample-client/src/provider/registration-file.ts": "is a sample on public packages only",
  "apps/sample-client/src/provider/registration.ts": "is a sample on public packages only",
  "apps/sample-client/src/tokens/id-token.ts": "is a sample on public packages only",
};

const withoutComments = (text) => text.replace(/\/\*[\s\S]*?\*\/|(?<!:)\/\/.*$/gm, "");
const parses = (text) => PARSES.test(withoutComments(text));

const files = sourceFiles("apps", "packages").filter((name) => /\/src\/.*\.ts$/.test(name) && !NOT_SHIPPED.test(name));
const parsing = files.filter((name) => parses(read(name)));
const stale = Object.keys(EXCEPTIONS).filter((name) => !parsing.includes(name));

/** Each of these must be noticed. */
const TRIED = [
  "const a = JSON.parse(text);",
  "app.use(express.json());",
  "const b = await response.json();",
  "texts.map(JSON.parse)",
];

conclude(
  [
    ...parsing
      .filter((name) => EXCEPTIONS[name] === undefined)
      .map((name) => `${name}: parses JSON by itself: use readJson of @countersign/guard/json`),
    ...stale.map((name) => `${name}: is an exception in scripts/check-json-readers.mjs, and parses nothing`),
    ...TRIED.filter((code) => !parses(code)).map((code) => `This check does not notice: ${code}`),
    ...(parses("// JSON.parse takes the last\nres.json(body);") ? ["This check reports a comment."] : []),
  ],
  `${files.length} files: JSON of others is read by the one reader.`,
);
