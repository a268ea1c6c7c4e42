/** Whom and what a list is filtered by: who types a part of a name chooses from those who match. */
import type { Field, Row, Section } from "../views/model.ts";
import { listSection } from "../views/sections.ts";
import { asked } from "./lists/list.ts";
import type { Visit } from "./screen.ts";

/** Of what matches, so many can be chosen from: who looks for something else types more. */
const MOST = 20;
const MOST_TEXT = 200;
const LONGEST_ID = 512;

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** The ID of a person without an account: the API finds nothing about them. */
export const NOBODY = "00000000-0000-0000-0000-000000000000";

/** What a filter is about: what the API is asked for, what the chip says, or those to choose from. */
interface Chosen {
  readonly id?: string;
  readonly text?: string;
  readonly from?: readonly Found[];
}

interface Found {
  readonly id: string;
  readonly name: string;
  readonly below: string;
  /** What stands in the address when it is chosen. */
  readonly value: string;
}

type Asking = Pick<Visit, "query" | "api" | "may">;

/**
 * The user and the application by which a list is filtered: both, their fields, and those to choose from, if several
 * match what was typed.
 *
 * @param path the address of the list
 */
export async function userAndClientChosen(visit: Asking, path: string) {
  const [user, client] = await Promise.all([personChosen(visit, "user_id"), clientChosen(visit, "client_id")]);
  const ofUser = { path, name: "user_id", title: "sessions.which_user", look: "person" } as const;
  const ofClient = { path, name: "client_id", title: "sessions.which_client", look: "thing" } as const;
  const fields: readonly Field[] = [
    chosenField(visit, ofUser.name, { label: "sessions.user", chosen: user }),
    chosenField(visit, ofClient.name, { label: "sessions.client", chosen: client }),
  ];
  const choosing = user.from
    ? choosingSection(visit, ofUser, user.from)
    : client.from && choosingSection(visit, ofClient, client.from);
  return { user, client, fields, choosing };
}

/** The person of a filter: the one whose username or id was typed, or the only one who matches. */
async function personChosen({ query, api, may }: Asking, name: string): Promise<Chosen> {
  const typed = asked({ query }, name)?.slice(0, MOST_TEXT);
  if (typed === undefined) return {};
  if (!may("people:read")) return { id: UUID.test(typed) ? typed.toLowerCase() : NOBODY };
  const sought = UUID.test(typed) ? { ids: typed.toLowerCase() } : { q: typed };
  const { items } = (await api.listPeople({ query: { ...sought, limit: MOST } })).body;
  const one = items.find(({ id, username }) => [id, username.toLowerCase()].includes(typed.toLowerCase()));
  const found = one === undefined ? items : [one];
  const [only] = found;
  if (only === undefined) return { id: UUID.test(typed) ? typed.toLowerCase() : NOBODY };
  if (found.length === 1) return { id: only.id, text: only.username };
  return {
    from: found.map(({ id, username, name: called, email }) => ({
      ...{ id, name: called || username, value: username },
      below: [username, email].filter((text) => text && text !== (called || username)).join(" · "),
    })),
  };
}

/** The application of a filter: that of the client ID that was typed, or the only one that matches. */
async function clientChosen({ query, api, may }: Asking, name: string): Promise<Chosen> {
  const typed = asked({ query }, name)?.slice(0, LONGEST_ID);
  if (typed === undefined) return {};
  if (!may("clients:read")) return { id: typed };
  const { items } = (await api.listClients({ query: { q: typed.slice(0, MOST_TEXT), limit: MOST } })).body;
  const one = items.find(({ client_id }) => client_id === typed);
  const found = one === undefined ? items : [one];
  const [only] = found;
  // A client that is gone may still have sessions.
  if (only === undefined) return { id: typed };
  if (found.length === 1) return { id: only.client_id, text: only.client_name };
  return {
    from: found.map(({ client_id: id, client_name }) => ({ id, name: client_name || id, below: id, value: id })),
  };
}

/** The field of such a filter. What was chosen is shown by its name. */
const chosenField = (
  { query }: Pick<Visit, "query">,
  name: string,
  { label, chosen }: { readonly label: string; readonly chosen: Chosen },
): Field => {
  const value = asked({ query }, name);
  return {
    ...{ name, label, hint: `${label}.hint`, type: "text", value, maxLength: LONGEST_ID },
    ...(value !== undefined && chosen.text !== undefined && { options: [{ value, text: chosen.text }] }),
  };
};

/** Those to choose from, in place of the list. Each leads to the list with the other filters as they are. */
function choosingSection(
  { query }: Pick<Visit, "query">,
  { path, name, title, look }: Readonly<Record<"path" | "name" | "title", string>> & { look: "person" | "thing" },
  found: readonly Found[],
): Section {
  const sought = asked({ query }, name);
  const hrefOf = (value: string) => {
    const next = new URLSearchParams([...query].filter(([one]) => !["cursor", "from", "done", name].includes(one)));
    next.set(name, value);
    return `${path}?${next}`;
  };
  const rowOf = (one: Found): Row => ({
    cells: [{ named: one.name, href: hrefOf(one.value), below: one.below, look, sought }],
  });
  return listSection("matches", title, { columns: [title], rows: found.map(rowOf) });
}
