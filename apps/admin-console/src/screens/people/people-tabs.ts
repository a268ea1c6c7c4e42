import type { Tab } from "../../views/model.ts";
import type { Visit } from "../screen.ts";

const TABS = [
  { href: "/people", label: "people.all", needs: "people:read" },
  { href: "/people/invitations", label: "invitations.title", needs: "people:read" },
  { href: "/imports", label: "imports.title", needs: "people:read" },
] as const;

/** The lists of people who are here, are invited, or come by a file. */
export const peopleTabs = ({ may }: Pick<Visit, "may">, here: string): readonly Tab[] =>
  TABS.filter(({ needs }) => may(needs)).map(({ href, label }) => ({ href, label, isHere: href === here }));
