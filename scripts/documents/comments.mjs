// Checks that comments name only files that exist. A name matches if the path of a file in the workspace ends with
// it. It also checks that docs/architecture.md is cited in one form only, "architecture §5".
const SOURCES = /\.(ts|mjs|sql|prisma|eta|yml)$|(^|\/)(Dockerfile|turbo\.json|\.dockerignore|\.gitignore)$/;
const NAME =
  /(?<![\w./*-])(?:\.{1,2}\/)*((?:[\w-]+\/)*[\w-]+(?:\.[\w-]+)*\.(?:ts|mjs|js|md|sql|prisma|eta|json|yml))(?![\w-]|\.\w)/g;

const CITING = /^(apps|packages|e2e|bench)\/.*\.(ts|mjs|sql|prisma|eta)$/;
const OTHER_NAME = /\bdesign §/i;

/** Names that are not in git: names of other things, files that tests write, files that Prisma generates. */
const NOT_HERE = new Set([
  "Node.js",
  "Auth.js",
  "test-results/relying-parties.json",
  "test-results/field.json",
  "class.ts",
]);

function check(tree) {
  const all = tree.files();
  const exists = endingsOf(all);
  const named = all
    .filter((file) => SOURCES.test(file))
    .flatMap((file) => namesIn(tree.read(file)).map(({ name, line }) => ({ file, name, line })));
  return {
    problems: [
      ...named
        .filter(({ name }) => !exists.has(name) && !NOT_HERE.has(name))
        .map(({ file, name, line }) => `${file}:${line}: the comment names ${name}, which does not exist.`),
      ...all
        .filter((file) => CITING.test(file) && OTHER_NAME.test(tree.read(file)))
        .map((file) => `${file}: cite docs/architecture.md as architecture §…, not as design §…`),
    ],
    fine: `${named.length} files that comments name exist.`,
  };
}

const mistakes = [
  {
    file: "turbo.json",
    from: "// Imports nothing of ours.",
    to: "// See `imports-nothing.ts`.",
    says: /turbo\.json:\d+: .*imports-nothing\.ts/,
  },
  {
    file: "scripts/start.mjs",
    from: "// `npm start`",
    to: "// apps/nowhere/main.ts",
    says: /start\.mjs:1: .*apps\/nowhere\/main\.ts/,
  },
  {
    file: "packages/rules/src/token/refresh.test.ts",
    from: "architecture §4.5",
    to: "design §4.5",
    says: /refresh\.test\.ts: cite/,
  },
];

export const comments = { check, mistakes };

/** Every way to name a file: its path, and each end of the path that begins at a folder or at the file name. */
function endingsOf(files) {
  return new Set(files.flatMap((file) => file.split("/").map((_, index, parts) => parts.slice(index).join("/"))));
}

function namesIn(source) {
  return source.split("\n").flatMap((text, index) => {
    const [comment] = /(?:^\s*(?:\/?\*|--|#|<%\/\*)|(?:^|\s)\/\/\/? ).*$/.exec(text) ?? [""];
    return [...comment.matchAll(NAME)].map(([, name]) => ({ name, line: index + 1 }));
  });
}
