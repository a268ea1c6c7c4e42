/** The metrics of several processes as one text of Prometheus: each series has the number of its process. */

interface Family {
  readonly head: string[];
  readonly samples: string[];
}

/** @param texts what each process answers, by its number */
export function mergedMetrics(texts: ReadonlyMap<string, string>): string {
  const families = new Map<string, Family>();
  for (const [worker, text] of texts) {
    for (const [name, lines] of familiesIn(text)) {
      const family = families.get(name) ?? { head: lines.filter(isHead), samples: [] };
      family.samples.push(...lines.filter((line) => !isHead(line)).map((line) => labelled(line, worker)));
      families.set(name, family);
    }
  }
  return [...families.values()].flatMap(({ head, samples }) => [...head, ...samples, ""]).join("\n");
}

/** The lines of each metric, which begin with what it is. */
function familiesIn(text: string): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>();
  let lines: string[] = [];
  for (const line of text.split("\n").filter((one) => one !== "")) {
    const [, name] = /^# HELP (\S+)/.exec(line) ?? [];
    if (name !== undefined) {
      lines = [];
      found.set(name, lines);
    }
    lines.push(line);
  }
  return found;
}

const isHead = (line: string) => line.startsWith("#");

/** A line is a name, labels in braces if it has any, and a value. */
function labelled(line: string, worker: string): string {
  const [name = ""] = /^[\w:]+/.exec(line) ?? [];
  const rest = line.slice(name.length);
  return rest.startsWith("{") ? `${name}{worker="${worker}",${rest.slice(1)}` : `${name}{worker="${worker}"}${rest}`;
}
