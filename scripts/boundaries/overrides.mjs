// The rules of Biome that follow from the table of boundaries: one override for each depth below a folder, because a
// pattern sees only the text of an import, and that text depends on the depth.
import { posix } from "node:path";

/** Files may lie so many folders below that of an entry. Deeper ones may import only what is beside them. */
const DEPTHS = [0, 1, 2];

const isFile = (key) => key.endsWith(".ts");
const isPath = (name) => name.endsWith("/") || name.endsWith(".ts");

/** The overrides of all entries. Those of sub-folders come later, and so replace those of their folders. */
export function overridesOf(table) {
  return Object.entries(table).flatMap(([base, entries]) =>
    Object.entries(entries)
      .sort(([one], [other]) => depthOf(one) - depthOf(other))
      .flatMap(([key, entry]) => overridesOfEntry({ base, entries, key, entry })),
  );
}

const depthOf = (key) => (key === "." ? 0 : key.split("/").length);

function overridesOfEntry({ base, entries, key, entry }) {
  const place = posix.join(base, key);
  if (entry.anything) return [override(`${place}/**`, "off")];
  if (entry.also !== undefined) return [override(place, alsoAllowed(entries, key, entry))];
  if (entry.may === undefined) return [override(`${place}/**`, restricted(refused(entry), entry))];
  if (isFile(key)) return [override(place, restricted(["**", ...allowed(posix.dirname(key), entry.may)], entry))];

  return DEPTHS.map((depth) => {
    const includes = `${place}${"/*".repeat(depth)}/*${depth === DEPTHS.length - 1 ? "*" : ""}`;
    return override(includes, restricted(patternsAt(key, entry, depth), entry));
  });
}

/** What the folder of a file may, and more. */
function alsoAllowed(entries, key, { also, because }) {
  const folder = posix.dirname(key);
  return restricted(patternsAt(folder, { ...entries[folder], may: [...also, ...entries[folder].may] }, 0), { because });
}

/** The patterns for files `depth` folders below that of an entry, in the order in which they count: the last wins. */
function patternsAt(key, { may, mayNot = [] }, depth) {
  const from = posix.join(key, ...Array.from({ length: depth }, () => "*"));
  const around = Array.from({ length: depth }, (_, above) => `!${"../".repeat(above + 1)}*.ts`);
  return [
    "**",
    ...allowed(from, may, key),
    "!./**",
    ...around,
    ...mayNot.map((path) => pattern(from, path)),
    "node:process",
  ];
}

/** Patterns that allow what is named. A folder around the file, if it is named, is everything in it. */
function allowed(from, names, key) {
  const isAround = (name) => name.endsWith("/") && `${key}/`.startsWith(name);
  const around = names.filter(isAround).map((name) => posix.relative(from, name));
  const others = names.filter((name) => !isAround(name));
  return [
    ...around.filter((way) => way !== "").flatMap(everythingIn),
    ...others.map((name) => `!${isPath(name) ? pattern(from, name) : name}`),
  ];
}

const everythingIn = (way) => [`!${way}/**`, `${way}/../**`];

function pattern(from, path) {
  const way = posix.relative(from, path.replace(/\/$/, ""));
  const relative = way.startsWith("../") ? way : `./${way}`;
  return path.endsWith("/") ? `${relative}/**` : relative;
}

/** What is refused where everything else is allowed: at every depth, so by the end of an import. */
function refused({ mayNot, messages }) {
  if (messages !== undefined) return messages;
  return mayNot.map((name) => {
    const not = name.startsWith("!") ? "!" : "";
    const path = name.slice(not.length);
    if (!isPath(path)) return name;
    return `${not}**/${path}${path.endsWith("/") ? "**" : ""}`;
  });
}

/** Names with a message each, or patterns with one message. */
function restricted(what, { because }) {
  const options = Array.isArray(what) ? { patterns: [{ group: what, message: because }] } : { paths: what };
  return { level: "error", options };
}

const override = (includes, noRestrictedImports) => ({
  includes: [includes],
  linter: { rules: { style: { noRestrictedImports } } },
});
