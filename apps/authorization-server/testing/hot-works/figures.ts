/** The figures that the hot works had when a reviewer last agreed to them, and how new ones compare. */
import { readFileSync, writeFileSync } from "node:fs";
import type { Figures, Measured } from "./measure.ts";

const FIGURES = new URL("figures.json", import.meta.url);
/** The calls behind the figures, to name what grew: a line for each function, with the calls in each work. */
const CALLS = new URL("calls.tsv", import.meta.url);

const MOST_GROWTH = 0.1;
/** Lines of the log are written some milliseconds later, perhaps in the next unit: a few calls are no growth. */
const LEEWAY = { statements: 0, redisCommands: 0, bytes: 0, calls: 8 };
const NAMED = 12;
const UPDATE = "UPDATE_HOT_WORKS=1 vitest run testing/service/hot-works.test.ts";
const MEMBERS = ["statements", "redisCommands", "bytes", "calls"] as const;

export type Known = Readonly<Record<string, Pick<Measured, "figures" | "callsOf">>>;

export function readKnown(): Known {
  const figures: Record<string, Figures> = JSON.parse(readFileSync(FIGURES, "utf8"));
  const [head = "", ...lines] = readFileSync(CALLS, "utf8").trimEnd().split("\n");
  const rows = lines.map((line) => line.split("\t"));
  return Object.fromEntries(
    Object.entries(figures).map(([work, its]) => {
      const column = head.split("\t").indexOf(work);
      const calls = rows.map((row) => [row.at(-1) ?? "", Number(row[column])] as const);
      return [work, { figures: its, callsOf: new Map(calls.filter(([, count]) => count > 0)) }];
    }),
  );
}

export function writeKnown(known: Known): void {
  const works = Object.keys(known);
  const figures = Object.entries(known).map(([work, its]) => `  "${work}": ${inOneLine(its.figures)}`);
  writeFileSync(FIGURES, `{\n${figures.join(",\n")}\n}\n`);

  const names = [...new Set(works.flatMap((work) => [...(known[work]?.callsOf.keys() ?? [])]))].toSorted();
  const row = (name: string) => [...works.map((work) => known[work]?.callsOf.get(name) ?? ""), name].join("\t");
  writeFileSync(CALLS, `${[[...works, "function"].join("\t"), ...names.map(row)].join("\n")}\n`);
}

/** As the formatter has it. */
const inOneLine = (figures: Figures) => `{ ${MEMBERS.map((member) => `"${member}": ${figures[member]}`).join(", ")} }`;

/** What grew by more than a tenth, a sentence for each figure, and what happens more often. */
export function growth(work: string, known: Known, now: Measured): readonly string[] {
  const before = known[work];
  if (before === undefined) return [`${work} has no figures yet: ${UPDATE}`];

  const grown = MEMBERS.filter(
    (member) => now.figures[member] > before.figures[member] * (1 + MOST_GROWTH) + LEEWAY[member],
  );
  if (grown.length === 0) return [];
  const changes = grown.map(
    (member) => `${work}: ${member} grew from ${before.figures[member]} to ${now.figures[member]}`,
  );
  return [
    ...changes,
    ...moreCalls(before.callsOf, now.callsOf),
    `If this is what the change is worth, write the new figures for the reviewer: ${UPDATE}`,
  ];
}

function moreCalls(before: ReadonlyMap<string, number>, now: ReadonlyMap<string, number>): string[] {
  return [...now]
    .map(([name, count]) => ({ name, from: before.get(name) ?? 0, to: count }))
    .filter(({ from, to }) => to > from)
    .toSorted((a, b) => b.to - b.from - (a.to - a.from))
    .slice(0, NAMED)
    .map(({ name, from, to }) => `  ${from} -> ${to} of ${name}`);
}
