/** An address has one account in the end, no matter how often its person had to send a form again. */
import type { Counted, Ended, Entry } from "./entry.ts";
import type { Losses } from "./lost.ts";

export function accountsOf(entries: readonly Entry[], journeys: readonly Ended[], isLost: Losses): string[] {
  const counted = entries.filter((entry): entry is Counted => "address" in entry);
  if (counted.length === 0) return [];
  const known = new Set(counted.map(({ address }) => address));
  const missing = journeys.filter(({ given, end }) => given !== undefined && !known.has(given) && !isLost(end));
  return [
    ...counted.flatMap(({ address, accounts }) =>
      accounts > 1 ? [`the address ${address} has ${accounts} accounts`] : [],
    ),
    ...missing.map(({ given }) => `the address ${given} has no account in the end`),
  ];
}
