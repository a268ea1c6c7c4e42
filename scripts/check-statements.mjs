// A noun of the database is wholly Prisma Client or wholly SQL (decision 173). In product code:
// - no file uses both: one that imports the transactions of Prisma Client sends no SQL of its own, but what a tagged
//   template of Prisma Client says (`records.$queryRaw`), for the locks that Prisma Client has no word for;
// - no statement is text that Prisma Client does not read: neither `$queryRawUnsafe`, `$executeRawUnsafe` nor
//   `Prisma.raw`.
import { parseSync, Visitor } from "oxc-parser";
import { conclude, read, sourceFiles } from "./workspace.mjs";

const TRANSACTIONS = ["inPrismaTransaction", "readRecords", "Records"];
const UNSAFE = new Set(["$queryRawUnsafe", "$executeRawUnsafe", "raw"]);
const STATEMENT =
  /^\s*(?:SELECT\s|INSERT\s+INTO\s|UPDATE\s+"?\w+"?\s+(?:\w+\s+)?SET\s|DELETE\s+FROM\s|WITH\s+\w+\s+AS\s)/;

/** Files in which both meet, each with its reason. */
const BOTH = {
  "apps/authorization-server/src/platform/records/records.ts":
    "it is where statements of stores enter a transaction of Prisma",
};

const isProduct = (file) =>
  /^(apps|packages)\/[^/]+\/src\/.*\.ts$/.test(file) && !/\.test\.ts$|\/testing\/|\/test-|\/generated\//.test(file);

/** What a file does that it may not, in sentences. */
function problemsOf(file, text) {
  const found = { prisma: false, sql: undefined, unsafe: undefined };
  const tagged = new Set();
  const { program } = parseSync(file, text);
  const statement = (node, value) => {
    if (!tagged.has(node) && STATEMENT.test(value)) found.sql ??= lineAt(text, node.start);
  };
  new Visitor({
    ImportDeclaration({ source, specifiers }) {
      if (!source.value.endsWith("/records.ts")) return;
      found.prisma ||= specifiers.some(({ imported }) => TRANSACTIONS.includes(imported?.name));
    },
    TaggedTemplateExpression: ({ quasi }) => void tagged.add(quasi),
    TemplateLiteral: (node) => statement(node, node.quasis[0].value.raw),
    Literal: (node) => typeof node.value === "string" && statement(node, node.value),
    MemberExpression({ object, property, start }) {
      const isRaw = property.name !== "raw" || object.name === "Prisma";
      if (UNSAFE.has(property.name) && isRaw) found.unsafe ??= lineAt(text, start);
    },
  }).visit(program);

  return [
    ...(found.unsafe === undefined
      ? []
      : [`${file}:${found.unsafe}: the text of this statement is not read by Prisma`]),
    ...(found.prisma && found.sql !== undefined && !(file in BOTH)
      ? [`${file}:${found.sql}: a file of Prisma Client has SQL of its own (decision 173)`]
      : []),
  ];
}

const lineAt = (text, start) => text.slice(0, start).split("\n").length;

/** Texts that must be refused, and texts that must not be. */
const PRISMA = 'import { inPrismaTransaction } from "../records/records.ts";\n';
const REFUSED = [
  `${PRISMA}export const a = "SELECT 1 FROM x";`,
  `${PRISMA}const A = \`\n  INSERT INTO a (b) VALUES ($1)\`;`,
  `${PRISMA}const A = \`\n  UPDATE "authorization" z SET a = $1\`;`,
  "export const a = (records) => records.$queryRawUnsafe(text);",
  "export const a = (records) => records.$executeRawUnsafe(text);",
  "export const a = Prisma.raw(text);",
];
const ACCEPTED = [
  `${PRISMA}export const a = (records) => records.$executeRaw\`SELECT FROM a FOR UPDATE\`;`,
  'import { sqlIn } from "../records/records.ts";\nexport const a = "SELECT 1 FROM x";',
  `${PRISMA}export const a = "Update of a record";`,
];

const files = sourceFiles("apps", "packages").filter(isProduct);
const problems = files.flatMap((file) => problemsOf(file, read(file)));
for (const text of REFUSED) if (problemsOf("refused.ts", text).length !== 1) problems.push(`not refused: ${text}`);
for (const text of ACCEPTED) if (problemsOf("accepted.ts", text).length !== 0) problems.push(`not accepted: ${text}`);
conclude(problems, `${files.length} files: none has statements of both kinds, or one that Prisma does not read.`);
