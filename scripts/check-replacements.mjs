// Checks that a replacement which is not written out is a function. In a text that replaces, "$&", "$'" and "$`" stand
// for what was found and for what is around it: a value from outside with such characters would insert that.
//   node scripts/check-replacements.mjs    exits 1 for such a replacement, or if the check misses one
import { parseSync, Visitor } from "oxc-parser";
import { conclude, read, sourceFiles } from "./workspace.mjs";

const NOT_SHIPPED = /\.test\.ts$|\/test-[^/]+\.ts$|\/testing\/|\/drafting\/|^packages\/(?:accessibility|chaos|dev)\//;

/** What replaces by a name that this check cannot follow, and why it may. */
const EXCEPTIONS = {
  "packages/service/src/log/redaction.ts": "its table has functions, which its type says",
};

const REPLACES = new Set(["replace", "replaceAll"]);
const FUNCTIONS = new Set(["ArrowFunctionExpression", "FunctionExpression"]);

/** Whether an expression is a function, or a text that is written out. `known` has the constants of the file. */
function isPlain(node, known) {
  if (FUNCTIONS.has(node.type) || node.type === "Literal") return true;
  if (node.type === "TemplateLiteral") return node.expressions.length === 0;
  if (node.type === "ConditionalExpression") return isPlain(node.consequent, known) && isPlain(node.alternate, known);
  return node.type === "Identifier" && known.has(node.name);
}

/** The constants of a file that are functions, or texts that are written out. */
function constantsOf({ body }) {
  const found = new Set();
  for (const statement of body) {
    const { type, id, kind, declarations = [] } = statement.declaration ?? statement;
    if (type === "FunctionDeclaration") found.add(id.name);
    if (kind !== "const") continue; // another one can get a value from outside later
    for (const { id: name, init } of declarations) if (init != null && isPlain(init, found)) found.add(name.name);
  }
  return found;
}

function problemsIn(name, text) {
  const found = [];
  const { program } = parseSync(name, text);
  const known = constantsOf(program);
  const visitor = new Visitor({
    CallExpression({ callee, arguments: args }) {
      if (!REPLACES.has(callee.property?.name) || args.length !== 2 || isPlain(args[1], known)) return;
      const line = text.slice(0, callee.property.start).split("\n").length;
      found.push(`${name}:${line}: a value replaces: give ${callee.property.name} a function, () => value`);
    },
  });
  visitor.visit(program);
  return found;
}

/** Each of these must be noticed. */
const REFUSED = [
  'text.replace("<id>", id);',
  "text.replaceAll(/a/g, `$\u007Bid}`);",
  'text.replace("a", isOn ? "b" : id);',
  'let a = "b";\na = id;\ntext.replace("a", a);',
  'function filled(id) { return text.replaceAll("<id>", id); }',
];
const ACCEPTED = [
  'text.replaceAll("<id>", () => id);',
  'text.replace(/(a)/, "$1b");',
  'const A = "b";\nconst upper = (found) => found.toUpperCase();\ntext.replace("a", A).replace("b", upper);',
  "records.replace(id, value, by);",
];

const files = sourceFiles("apps", "packages").filter(
  (name) => /\/src\/.*\.[jt]s$/.test(name) && !NOT_SHIPPED.test(name),
);
const replacing = files.map((name) => [name, problemsIn(name, read(name))]).filter(([, found]) => found.length > 0);
const stale = Object.keys(EXCEPTIONS).filter((name) => !replacing.some(([other]) => other === name));

conclude(
  [
    ...replacing.filter(([name]) => EXCEPTIONS[name] === undefined).flatMap(([, found]) => found),
    ...stale.map((name) => `${name}: is an exception in scripts/check-replacements.mjs, and replaces by no value`),
    ...REFUSED.filter((code) => problemsIn("tried.ts", code).length !== 1).map(
      (code) => `This check does not notice: ${code}`,
    ),
    ...ACCEPTED.flatMap((code) => problemsIn("tried.ts", code)),
  ],
  `${files.length} files: what replaces a part of a text is written out, or a function.`,
);
