// The table of boundaries, compared with the tree and with itself.
import { posix } from "node:path";

const isPath = (name) => name.endsWith("/") || name.endsWith(".ts");
const words = (text) => text.split(" ").filter((word) => word !== "");

/** The table with lists in place of words. What may be imported is one list, of packages and paths. */
export function readTable(text) {
  const read = (entry) => ({
    ...("packages" in entry || "folders" in entry
      ? { may: words(`${entry.packages ?? ""} ${entry.folders ?? ""}`) }
      : {}),
    ...(typeof entry.not === "string" ? { mayNot: words(entry.not) } : {}),
    ...(typeof entry.not === "object" ? { messages: entry.not } : {}),
    ...("also" in entry ? { also: words(entry.also) } : {}),
    anything: entry.anything === true,
    because: entry.because,
  });
  const parts = Object.entries(JSON.parse(text));
  return Object.fromEntries(
    parts.map(([base, entries]) => [
      base,
      Object.fromEntries(Object.entries(entries).map(([key, entry]) => [key, read(entry)])),
    ]),
  );
}

/**
 * What is wrong with a table, in sentences. Empty if nothing is.
 *
 * @param files the source files, as paths from the root
 */
export function problemsOf(table, files) {
  return Object.entries(table).flatMap(([base, entries]) => {
    const below = files.filter((file) => file.startsWith(`${base}/`)).map((file) => file.slice(base.length + 1));
    return [
      ...missingIn(entries, below).map((path) => `${base}/${path} does not exist.`),
      ...withoutReason(entries).map((key) => `${base}: ${key} gives no reason.`),
      ...foldersWithoutEntry(entries, below).map((folder) => `${base}/${folder}/ has no entry in boundaries.json.`),
      ...climbing(entries).map(([key, name]) => `${base}: ${key} may not import ${name}, which stands above it.`),
    ];
  });
}

const withoutReason = (entries) =>
  Object.entries(entries)
    .filter(([, { anything, because, messages }]) => !anything && messages === undefined && because === undefined)
    .map(([key]) => key);

/** Entries, and paths that entries name, without a file. */
function missingIn(entries, files) {
  const paths = Object.entries(entries).flatMap(([key, entry]) => [
    ...(key === "." ? [] : [key.endsWith(".ts") ? key : `${key}/`]),
    ...[...(entry.may ?? []), ...(entry.mayNot ?? [])].map((name) => name.replace(/^!/, "")).filter(isPath),
  ]);
  return [...new Set(paths)].filter((path) => !files.some((file) => matches(path, file)));
}

const matches = (path, file) =>
  path.endsWith("/") ? posix.matchesGlob(file, `${path}**`) : posix.matchesGlob(file, path);

/** Folders of a service that lists its folders. */
function foldersWithoutEntry(entries, files) {
  if (!("main.ts" in entries)) return [];
  const folders = new Set(files.map((file) => posix.dirname(file)).filter((folder) => folder !== "."));
  const rooms = new Set(
    Object.keys(entries)
      .filter((key) => key.includes("/"))
      .map(topOf),
  );
  return [...folders].filter((folder) => !(folderOf(folder, entries) in entries) && !rooms.has(folder));
}

/** Folders that an entry may import whole, although they stand above it in the table. */
function climbing(entries) {
  const folders = Object.keys(entries).filter((key) => !key.endsWith(".ts"));
  const order = folders.map((key) => folderOf(key, entries));
  const place = (path) => order.indexOf(folderOf(path, entries));
  return folders.flatMap((key) =>
    (entries[key].may ?? [])
      .filter((name) => name.endsWith("/") && place(name) < place(key))
      .map((name) => [key, name]),
  );
}

const topOf = (path) => path.split("/")[0];

/** The folder of a path that has a place in the table: a folder in a room (`issuer/grants`), or a room with an entry. */
export function folderOf(path, entries) {
  const inRoom = path.split("/", 2).join("/");
  return inRoom in entries && !inRoom.includes("*") ? inRoom : topOf(path);
}

/** Wrong tables. Each must have a problem. */
export const mistakes = {
  "a folder that may import one above it": withMay("platform/stores", "issuer/endpoints/"),
  "a file that does not exist": withMay("platform/stores", "issuer/keys/nothing.ts"),
  "a folder that does not exist": (entries) => ({ ...entries, nothing: { may: [], because: "nothing" } }),
  "a folder without an entry": ({ "people/mail": _, ...entries }) => entries,
  "an entry without a reason": ({ "issuer/sender": { may }, ...entries }) => ({ ...entries, "issuer/sender": { may } }),
};

function withMay(key, name) {
  return (entries) => ({ ...entries, [key]: { ...entries[key], may: [...entries[key].may, name] } });
}
