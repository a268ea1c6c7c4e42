/** Several files as one configuration. A problem is told with the file in which it is. */
import { KINDS } from "../kinds/kinds.ts";
import { type ConfigurationFile, refuseAll, unusable } from "./read.ts";
import type { Path } from "./text-bounds.ts";

/** The configuration that files declare together, all under one name. Throws a refusal if they have several. */
export function merged(files: readonly [ConfigurationFile, ...ConfigurationFile[]]): ConfigurationFile {
  const [first] = files;
  const { managedBy } = first.configuration;
  const other = files.find(({ configuration }) => configuration.managedBy !== managedBy);
  if (other !== undefined) {
    const { at } = other.locate(["managed_by"]);
    const sentence = `${at}: managed_by: is ${other.configuration.managedBy}, and ${managedBy} in another file`;
    throw unusable([sentence], String);
  }

  const sections = KINDS.map(({ section }) => {
    return [section, files.flatMap(({ configuration }) => configuration.declared[section] ?? [])] as const;
  });
  const locate = (path: Path) => locateIn(files, path) ?? first.locate(path);
  const configuration = { managedBy, declared: Object.fromEntries(sections) };
  return { configuration, locate, assertNone: refuseAll(locate) };
}

/** The place of an entry, whose index counts those of the files before. */
function locateIn(files: readonly ConfigurationFile[], [section, index, ...rest]: Path) {
  let before = 0;
  for (const { configuration, locate } of files) {
    const count = configuration.declared[String(section)]?.length ?? 0;
    const own = Number(index) - before;
    if (own < count) return locate([String(section), own, ...rest]);
    before += count;
  }
  return undefined;
}
