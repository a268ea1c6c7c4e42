/** The sections of the page about a group, of the deployment or of an organization. */
import { neededText } from "../../views/fields.ts";
import type { Cell, Link, Section } from "../../views/model.ts";
import { part } from "../lists/list.ts";

/** How many members a group has; nothing where they were not counted. */
export const membersOf = ({ members }: { readonly members?: number }): Cell =>
  members === undefined ? { text: "" } : { count: members };

/** The name of a group, and its end. */
export const settingsSection = (name: string, etag: string | undefined): Section => ({
  id: "settings",
  title: "groups.settings",
  lead: { key: "groups.rename.lead" },
  form: { act: "rename", submit: "save", etag, fields: [neededText("groups.name", 100, { value: name })] },
});

interface MembersShown {
  readonly mayChange: boolean;
  /** The address below which each member has a page. */
  readonly people: string;
  /** Leads to the page that adds some. */
  readonly adding: Link | undefined;
}

/** The members, with what removes one. */
export const membersSection = (
  members: readonly { readonly id: string; readonly username: string }[],
  { mayChange, people, adding }: MembersShown,
): Section => ({
  id: "members",
  title: "groups.members",
  table: {
    id: "members-table",
    columns: ["people.username"],
    empty: { title: "groups.no_members", lead: "groups.empty.lead", icon: "users-round", link: adding },
    rows: members.map(({ id, username }) => ({
      cells: [{ text: username, href: `${people}/${part(id)}` }],
      ...(mayChange && {
        buttons: [{ act: "remove-member", isDanger: true, label: "groups.remove", value: id, about: username }],
      }),
    })),
  },
});
