/** Names of languages and networks as pages show them. */

/** The name of a language, in that language. */
export function languageName(tag: string): string {
  try {
    return new Intl.DisplayNames([tag], { type: "language" }).of(tag) ?? tag;
  } catch {
    return tag; // a claim may hold a tag that Intl does not take, such as `en_GB`
  }
}

/** A network as people write it: “192.0.2.x” for `192.0.2.0/24`, “2001:db8:1:…” for `2001:db8:1::/48`. */
export const networkName = (network: string): string => network.replace(/\.0\/24$/, ".x").replace(/::\/\d+$/, ":…");
