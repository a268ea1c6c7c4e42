/** What is known of one event of the audit trail, in words and as programs get it. */
import type { Answer } from "@countersign/admin-client";
import type { Cell, Panel } from "../../views/cells.ts";
import { type Details, wordsOf } from "./details.ts";
import type { Names } from "./names.ts";

type Event = Answer<"listAuditEvents">["body"]["items"][number];

export const eventPanel = (event: Event, names: Names, details: Details): Panel => ({
  title: { word: `event.${event.type}`, or: event.type },
  at: event.at,
  label: "audit.detail",
  facts: factsOf(event, names),
  pairs: Object.entries(event.detail)
    .filter(([, value]) => value !== "" && !(Array.isArray(value) && value.length === 0))
    .map(([name, value]) => ({ name, words: wordsOf(event.type, name), value: details(name, value) })),
  code: { title: "audit.json", text: JSON.stringify(event, null, 2) },
  ...(event.reference !== null && {
    link: { href: `/audit?${new URLSearchParams({ reference: event.reference })}`, label: "audit.of_request" },
  }),
});

/** Who acted is named, also where the list says only "The user": an administrator may have acted upon themselves. */
function factsOf(event: Event, names: Names): Panel["facts"] {
  const facts: readonly (readonly [label: string, value: Cell, isThere: boolean])[] = [
    ["audit.at", { at: event.at, as: "exact" }, true],
    ["audit.actor", names.actor({ ...event, user_id: null }), true],
    ["audit.person", names.person(event.user_id), event.user_id !== null],
    ["audit.client", names.client(event.client_id), event.client_id !== null],
    ["audit.address", { text: event.address, isCopied: true }, event.address !== null],
    ["audit.reference", { text: event.reference, isCopied: true }, event.reference !== null],
  ];
  return facts.filter(([, , isThere]) => isThere).map(([label, value]) => ({ label, value }));
}
