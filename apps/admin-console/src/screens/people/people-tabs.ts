import type { Page, Tab } from "../../views/model.ts";
import type { Visit } from "../screen.ts";

const INVITATIONS = "/people/invitations";

const TABS = [
  { href: "/people", label: "people.all", needs: "people:read" },
  { href: INVITATIONS, label: "invitations.title", needs: "people:read" },
  { href: "/imports", label: "imports.title", needs: "people:read" },
] as const;

/**
 * The lists of people who are here, are invited, or come by a file.
 *
 * @param open how many invitations are open, if the page knows it
 */
export async function peopleTabs(visit: Pick<Visit, "may" | "api">, here: string, open?: Page["total"]) {
  const shown = TABS.filter(({ needs }) => visit.may(needs));
  const count = shown.length === 0 ? undefined : exactly(open ?? (await openInvitations(visit)));
  return shown.map(
    ({ href, label }): Tab => ({
      ...{ href, label, isHere: href === here },
      ...(href === INVITATIONS && { count }),
    }),
  );
}

const openInvitations = async ({ api }: Pick<Visit, "api">) =>
  (await api.listInvitations({ query: { limit: 1, with_total: "yes" } })).body.total;

/** Nothing is said of more than were counted. */
const exactly = (total: Page["total"]) => (total?.is_more === false ? total.count : undefined);
