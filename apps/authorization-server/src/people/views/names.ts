/** Names of networks as pages show them. */

/** A network as people write it: “192.0.2.x” for `192.0.2.0/24`, “2001:db8:1:…” for `2001:db8:1::/48`. */
export const networkName = (network: string): string => network.replace(/\.0\/24$/, ".x").replace(/::\/\d+$/, ":…");
