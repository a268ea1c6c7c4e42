// Keeps the list of migrations in the order in which they came to main. A database of main has a beginning of that
// list. A migration that is numbered before one that came earlier could not be applied there, and neither could one that
// was edited after it came. Each line has a hash of its migration and of the line before, so a line can only be added
// at the end: by a second branch, after the lines of the first one. A list that is written again from the numbers has
// hashes that fit: so it is compared with what main had where the branch began, and with a line that this script knows.
//   node scripts/migrations.mjs            adds the migrations that are not listed, with the text of the objects that
//                                          they apply (applied-objects.mjs)
//   node scripts/migrations.mjs --check    refuses a list that is not complete, or that was changed, and an object that
//                                          differs from what the last migration of it applies
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { appendFileSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { objectProblems, withObjects } from "./applied-objects.mjs";
import { conclude, root } from "./workspace.mjs";

const FOLDER = join(root, "packages", "database", "prisma", "migrations");
const LIST = join(FOLDER, "arrivals.txt");
const OBJECTS = join(root, "packages", "database", "objects");

/** Up to here, some came in another order than that of their numbers: the runner applies those late. */
const LAST_OUT_OF_ORDER = "0376_givers_of_invitations";

/** A line of main: what comes before it can be changed no more. A release moves it to the last line. */
const LANDED = { name: "0471_scope_texts", hash: "b5fd4fd8a2a7f259" };

const sha256 = (content) => createHash("sha256").update(content).digest("hex");
const chained = (before, name, content) => sha256(`${before} ${name} ${sha256(content)}`).slice(0, 16);
const lastOf = (list) => list.at(-1) ?? { name: "", hash: "" };

/** The text of each object by its file. */
const readObjects = () =>
  new Map(readdirSync(OBJECTS).map((file) => [file, readFileSync(join(OBJECTS, file), "utf8")]));

/** The migrations by name. */
function readMigrations() {
  const folders = readdirSync(FOLDER, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  return new Map(folders.map(({ name }) => [name, readFileSync(join(FOLDER, name, "migration.sql"))]).sort());
}

const readList = () => listIn(readFileSync(LIST, "utf8"));

/** The list of main where this branch began. Without git, or without that branch, nothing can be compared. */
function listOfMain() {
  const git = (...args) =>
    execFileSync("git", args, { cwd: root, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });
  for (const main of ["origin/main", "main"]) {
    try {
      const base = git("merge-base", "HEAD", main).trim();
      return listIn(git("show", `${base}:${LIST.slice(root.length + 1)}`));
    } catch {
      // The next name is tried.
    }
  }
  return [];
}

function listIn(text) {
  const lines = text.split("\n");
  return lines
    .filter((line) => line !== "" && !line.startsWith("#"))
    .map((line) => {
      const [name = "", hash = ""] = line.split(" ");
      return { name, hash };
    });
}

/** What is wrong with a list, in sentences. Empty if nothing is. */
function problemsOf(list, migrations, ofMain = []) {
  const listed = new Set(list.map(({ name }) => name));
  const missing = [...migrations.keys()].filter((name) => !listed.has(name));
  const broken = list.findIndex(({ name, hash }, at) => {
    const content = migrations.get(name);
    return content === undefined || chained(list[at - 1]?.hash ?? "", name, content) !== hash;
  });
  const inOrderFrom = list.findIndex(({ name }) => name === LAST_OUT_OF_ORDER) + 1;
  const early = list.filter(({ name }, at) => at >= inOrderFrom && list.slice(0, at).some((one) => one.name > name));
  const isSame = (one, other) => one?.name === other.name && one.hash === other.hash;
  const moved = ofMain.findIndex((line, at) => !isSame(list[at], line));
  return [
    ...(list.some((line) => isSame(line, LANDED))
      ? []
      : [
          `The line of ${LANDED.name} is not that of main, so the lines before it were changed. Take the list of main.`,
        ]),
    ...(moved === -1 ? [] : [`${ofMain[moved].name} has another place or hash than on main. Take the list of main.`]),
    ...early.map(({ name }) => `${name} is numbered before one that came earlier: give it the next free number.`),
    ...(broken === -1
      ? []
      : [
          `${list[broken].name}: the migration was edited or removed after it came, or the line does not follow the one ` +
            "before. Restore it. If it has not come to main yet, take the list of main and run node scripts/migrations.mjs.",
        ]),
    ...missing.map((name) => `${name} is not in ${LIST.slice(root.length + 1)}: run node scripts/migrations.mjs.`),
    ...(listed.size === list.length ? [] : ["A migration is listed twice."]),
  ];
}

/** The lines of the migrations that are not listed, in the order of their numbers. */
function additionsTo(list, migrations) {
  const listed = new Set(list.map(({ name }) => name));
  const added = [];
  for (const [name, content] of migrations) {
    if (!listed.has(name)) added.push({ name, hash: chained(lastOf([...list, ...added]).hash, name, content) });
  }
  return added;
}

/** Mistakes that are made in a copy, to see that each is noticed. */
function unnoticed(list, migrations, objects) {
  const [last, more] = [lastOf(list), { name: "9999_more", content: "more" }];
  const withMore = new Map([...migrations, [more.name, more.content]]);
  const appended = (name, content) => [...list, { name, hash: chained(last.hash, name, content) }];
  const early = "0294_early";
  const withEarly = new Map([...migrations, [early, "early"]].sort());
  const half = Math.floor(list.length / 2);
  const mistakes = {
    "a migration that is not listed": problemsOf(list, withMore),
    "a migration that is numbered before one that came earlier": problemsOf(appended(early, "early"), withEarly),
    "a list that was rewritten from the numbers": problemsOf(additionsTo([], withEarly), withEarly),
    "a list that lacks what main had": problemsOf(list, migrations, [...list, { name: early, hash: last.hash }]),
    "a line in the middle": problemsOf(
      [...list.slice(0, half), ...appended(more.name, more.content).slice(-1), ...list.slice(half)],
      withMore,
    ),
    "a migration that was edited": problemsOf(list, new Map([...migrations, [last.name, "edited"]])),
    ...mistakesInObjects(migrations, objects),
    "a migration that was removed": problemsOf(list, new Map([...migrations].filter(([name]) => name !== last.name))),
  };
  return Object.entries(mistakes).filter(([, problems]) => problems.length === 0);
}

function mistakesInObjects(migrations, objects) {
  const [[file, text]] = objects;
  const problems = (sql) => objectProblems(new Map([...texts(migrations), ["9999_more", sql]]), objects);
  const applied = withObjects(`-- apply objects/${file}\n`, objects);
  return {
    "an object that differs from what is applied": problems(applied.replace(text, `${text}-- edited\n`)),
    "an object that is named and not applied": problems(`-- apply objects/${file}\n`),
    "an object without a file": problems("-- apply objects/nothing.sql\n-- end of objects/nothing.sql\n"),
    "an object that a migration makes by itself": problems(`${applied}${text}`),
    ...(problems(applied).length === 0 ? {} : { "that an object is applied as it is": [] }),
  };
}

const texts = (migrations) => new Map([...migrations].map(([name, content]) => [name, content.toString()]));

/** Writes the objects into the migrations that are not listed yet. */
function applyObjects(list, migrations, objects) {
  const listed = new Set(list.map(({ name }) => name));
  for (const [name, content] of migrations) {
    const sql = withObjects(content.toString(), objects);
    if (listed.has(name) || sql === content.toString()) continue;
    writeFileSync(join(FOLDER, name, "migration.sql"), sql);
    migrations.set(name, Buffer.from(sql));
  }
}

const [list, migrations, objects] = [readList(), readMigrations(), readObjects()];
if (process.argv.includes("--check")) {
  conclude(
    [
      ...problemsOf(list, migrations, listOfMain()),
      ...objectProblems(texts(migrations), objects),
      ...unnoticed(list, migrations, objects).map(([mistake]) => `This check does not notice ${mistake}.`),
    ],
    `${list.length} migrations are listed as they came.`,
  );
} else {
  applyObjects(list, migrations, objects);
  const added = additionsTo(list, migrations);
  const problems = [...problemsOf([...list, ...added], migrations), ...objectProblems(texts(migrations), objects)];
  if (problems.length === 0) appendFileSync(LIST, added.map(({ name, hash }) => `${name} ${hash}\n`).join(""));
  conclude(problems, `Listed: ${added.map(({ name }) => name).join(", ") || "nothing to do"}.`);
}
