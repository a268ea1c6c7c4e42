/**
 * Prints the top rows of CPU profiles: `node src/profile.ts <folder>`. The time is that of the function itself,
 * without the functions that it calls.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

interface Profile {
  readonly nodes: readonly {
    readonly id: number;
    readonly callFrame: { readonly functionName: string; readonly url: string; readonly lineNumber: number };
  }[];
  readonly samples: readonly number[];
  readonly timeDeltas: readonly number[];
}

const ROWS = 45;
const [folder = "."] = process.argv.slice(2);
for (const file of readdirSync(folder).filter((name) => name.endsWith(".cpuprofile"))) {
  const { nodes, samples, timeDeltas } = JSON.parse(readFileSync(join(folder, file), "utf8")) as Profile;
  const names = new Map(
    nodes.map(({ id, callFrame }) => [
      id,
      `${callFrame.functionName || "(anonymous)"}  ${shortened(callFrame.url)}:${callFrame.lineNumber + 1}`,
    ]),
  );
  const times = new Map<string, number>();
  samples.forEach((id, index) => {
    const name = names.get(id) ?? "?";
    if (!name.startsWith("(idle)")) times.set(name, (times.get(name) ?? 0) + (timeDeltas[index] ?? 0));
  });
  const total = [...times.values()].reduce((sum, time) => sum + time, 0);
  console.log(`\n${file}: ${(total / 1e6).toFixed(1)} s busy`);
  for (const [name, time] of [...times].toSorted(([, a], [, b]) => b - a).slice(0, ROWS))
    console.log(`${((time / total) * 100).toFixed(1).padStart(5)} %  ${name}`);
}

function shortened(url: string): string {
  return url
    .replace(/^file:\/\//, "")
    .replace(/^.*\/node_modules\/(?:\.pnpm\/)?/, "")
    .replace(/^.*\/(apps|packages)\//, "$1/");
}
