// The picture of the folders of the authorization server, drawn from the table of boundaries.
import { folderOf } from "./table.mjs";

const BASE = "apps/authorization-server/src";
const [BEGIN, END] = ["<!-- from boundaries.json: node scripts/boundaries.mjs -->\n", "<!-- end -->"];

/** Packages that are drawn beside the folders. */
const STORES = { database: "database[(database)]", ephemeral: "ephemeral[(ephemeral)]" };

const isFolder = (key) => key !== "." && !key.endsWith(".ts");

/** The document with the picture of this table, or `undefined` if it has no place for it. */
export function withPicture(document, table) {
  const [before, rest] = document.split(BEGIN);
  const at = rest?.indexOf(END) ?? -1;
  return at === -1 ? undefined : before + BEGIN + pictureOf(table[BASE]) + rest.slice(at);
}

function pictureOf(entries) {
  const edges = edgesOf(entries);
  const shown = edges.filter((edge) => !isImplied(edge, edges));
  const rooms = groupedBy(foldersOf(entries).map((folder) => ({ from: topOf(folder), to: folder })));
  const subgraphs = rooms.map(
    ([room, folders]) => `  subgraph ${room}_ ["${room}/"]\n    ${folders.map(nodeOf).join("; ")}\n  end`,
  );
  const arrows = groupedBy(shown).map(([from, to]) => `  ${nodeOf(from)} --> ${to.map(nodeOf).join(" & ")}`);
  const files = Object.entries(entries)
    .filter(([key]) => isFolder(key))
    .map(([key, { may = [] }]) => [key, filesIn(may)]);
  const single = files.filter(([, some]) => some.length > 0).map(([key, some]) => `\`${key}\` ${some.join(", ")}`);
  return [
    ...["```mermaid", "flowchart TD", ...subgraphs, ...arrows, "```", ""],
    ...["An arrow is left out where a longer way says the same. Single files of another folder are imported by:", ""],
    ...single.map((line) => `- ${line}`),
    "",
  ].join("\n");
}

const topOf = (path) => path.split("/")[0];

/** The name of a folder without that of its room. A name that is not that of a folder stays. */
const nodeOf = (folder) => (/^[\w/-]+$/.test(folder) ? folder.split("/").at(-1) : folder);

/** The folders that have a place in the table. */
const foldersOf = (entries) =>
  Object.keys(entries).filter((key) => isFolder(key) && !key.includes("*") && folderOf(key, entries) === key);
const filesIn = (may) => may.filter((name) => /\/[^*]+\.ts$/.test(name)).map((name) => `\`${name}\``);

/** Each pair of folders of which the first, or a folder in it, may import the second, and each use of our stores. */
function edgesOf(entries) {
  const folders = foldersOf(entries);
  return Object.entries(entries)
    .filter(([key]) => isFolder(key) && !key.includes("*"))
    .flatMap(([key, entry]) => importedBy(entry, folders).map((to) => ({ from: folderOf(key, entries), to })))
    .filter(({ from, to }) => from !== to);
}

function importedBy({ may, mayNot = [] }, folders) {
  if (may === undefined) return folders.filter((to) => !mayNot.includes(`${to}/`));
  const stores = Object.keys(STORES).filter((name) => may.includes(`@countersign/${name}`));
  return [
    ...folders.filter((to) => may.includes(`${to}/`) || may.includes(`${to}/*.ts`)),
    ...stores.map((name) => STORES[name]),
  ];
}

/** A longer way between the same two folders says the same. */
const isImplied = ({ from, to }, edges) =>
  edges.some((first) => first.from === from && first.to !== to && leads(first.to, to, edges));

function leads(from, to, edges) {
  return edges.some((edge) => edge.from === from && (edge.to === to || leads(edge.to, to, edges)));
}

function groupedBy(edges) {
  const groups = new Map();
  for (const { from, to } of edges) groups.set(from, new Set([...(groups.get(from) ?? []), to]));
  return [...groups].map(([from, to]) => [from, [...to]]);
}
