/** Blocked addresses: the mail domains and networks that may not sign up or sign in. */
import { blockedAddress, blockList, visibleNote } from "@countersign/rules";
import { z } from "zod";
import { fixed, managedBy, moment, read, until, written } from "../entity.ts";
import { defineEntity } from "../entity-declaration.ts";
import { malformed, Refused } from "../refused.ts";

const LONGEST = 300;
/** A replica has all of them in memory. */
const MOST_BLOCKED_ADDRESSES = 10_000;
const canonical = (text: string): string => blockedAddress(text)?.text ?? text;

export const blockedAddresses = defineEntity({
  one: "blocked_address",
  many: "blocked_addresses",
  about: "mail domains and networks that may not sign up or sign in",
  key: "address",
  listed: ["address", "subdomains", "reason", "expires_at", "managed_by"],
  sought: ["reason"],
  most: MOST_BLOCKED_ADDRESSES,
  fields: {
    id: read(z.uuid()),
    address: fixed(
      z
        .string()
        .max(LONGEST, { abort: true })
        .overwrite(canonical)
        .refine(
          (text) => blockedAddress(text) !== undefined,
          "must be a mail domain or a network, such as 192.0.2.0/24",
        )
        .meta({
          description: "a mail domain, such as mail.example, or a network, such as 192.0.2.0/24 or 2001:db8::/32",
        }),
    ),
    subdomains: written(
      z.boolean().meta({ description: "whether the subdomains of a mail domain are blocked, too" }).default(false),
    ),
    reason: written(visibleNote.meta({ description: "why it is blocked, for administrators" }).default(""), {
      // A free text may name people.
      audited: () => ({}),
    }),
    expires_at: until("until when it is blocked; null for always"),
    created_at: moment(),
    managed_by: managedBy,
  },

  assertFits({ address, subdomains }, { actor, address: own }) {
    const isNetwork = blockedAddress(address)?.kind === "network";
    if (isNetwork && subdomains) throw malformed("blocked address", "subdomains", "belongs to mail domains");
    // An operator is at the command line, which no entry blocks.
    const blocksActor = own !== undefined && blockList([{ address, subdomains }]).network(own, 0) !== undefined;
    if (actor.kind !== "operator" && blocksActor) {
      throw new Refused({ kind: "unfit", why: "your own address is in this network: you could not sign in again" });
    }
  },
});
