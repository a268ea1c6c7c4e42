/** What blocked addresses have beside their fields: only a domain has subdomains. */
import type { Extras } from "./entity.ts";

export const blockedAddressExtras: Extras = {
  // A new one has every field: its address is typed in the same form.
  has: (field, blocked) => field !== "subdomains" || !isNetwork(blocked?.address),
};

const isNetwork = (address: unknown) => typeof address === "string" && address.includes("/");
