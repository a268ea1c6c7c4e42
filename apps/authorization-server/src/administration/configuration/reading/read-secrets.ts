/** Reads the secrets that a configuration names, before anything else is done. */
import type { Problem } from "../kinds/kind.ts";
import { type Configuration, KINDS } from "../kinds/kinds.ts";
import { referenceOf, type SecretReference, type Secrets } from "../secrets.ts";

/** What reads a reference: the text, or why it cannot be read. */
export type SecretSource = (
  reference: Exclude<SecretReference, { generate: true }>,
) => Promise<{ readonly text: string } | { readonly problem: string }>;

/** The secrets of a configuration, and what is wrong with them. */
export async function readSecrets(configuration: Configuration, source: SecretSource) {
  const known = new Map<string, string>();
  const problems: Problem[] = [];
  for (const { path, reference, problemOf } of referencesIn(configuration)) {
    // biome-ignore lint/performance/noAwaitInLoops: it sends no statement
    const found = await source(reference);
    const problem = "problem" in found ? found.problem : problemOf(found.text);
    if (problem !== undefined) problems.push({ path, message: problem });
    else if ("text" in found) known.set(JSON.stringify(reference), found.text);
  }
  const secrets: Secrets = (reference) => known.get(JSON.stringify(reference));
  return { secrets, problems };
}

/** The references to what stands somewhere else. */
function referencesIn({ declared }: Configuration) {
  return KINDS.flatMap(({ section, secret }) =>
    (secret === undefined ? [] : (declared[section] ?? [])).flatMap((entry, index) => {
      const reference = referenceOf(entry, secret?.field ?? "");
      if (secret === undefined || reference === undefined || "generate" in reference) return [];
      const path = [section, index, secret.field];
      return [{ path, reference, problemOf: (text: string) => secret.problemOf(text, entry) }];
    }),
  );
}
