import { MARKS } from "./marks.ts";

/** A provider whose mark we have. */
export type MarkName = keyof typeof MARKS;

/** The mark of a provider as HTML: a picture beside its name. One of a single color has that of the text. */
export function mark(name: MarkName): string {
  const { box, shapes } = MARKS[name];
  return `<svg class="mark" viewBox="${box}" fill="currentcolor" aria-hidden="true">${shapes}</svg>`;
}

/** The hosts of their issuers. Each tenant of Microsoft has an issuer at the same host. */
const HOSTS: ReadonlyMap<string, MarkName> = new Map([
  ["accounts.google.com", "google"],
  ["login.microsoftonline.com", "microsoft"],
  ["appleid.apple.com", "apple"],
  ["github.com", "github"],
  ["gitlab.com", "gitlab"],
]);

/** Whose mark stands for a provider with this issuer; undefined for one that we have no mark of. */
export const markOf = (issuer: string): MarkName | undefined =>
  URL.canParse(issuer) ? HOSTS.get(new URL(issuer).host) : undefined;
