/** The sections of the page about a group, of the deployment or of an organization. */
import { neededText } from "../../views/fields.ts";
import type { Section } from "../../views/model.ts";
import { part } from "../lists/list.ts";

/** The name of a group, and its end. */
export const settingsSection = (name: string, etag: string | undefined): Section => ({
  id: "settings",
  title: "groups.settings",
  lead: { key: "groups.rename.lead" },
  form: { act: "rename", submit: "save", etag, fields: [neededText("groups.name", 100, { value: name })] },
});

/** @param people the address below which each member has a page */
export const membersSection = (
  members: readonly { readonly id: string; readonly username: string }[],
  { mayChange, people }: { readonly mayChange: boolean; readonly people: string },
): Section => ({
  id: "members",
  title: "groups.members",
  table: {
    id: "members-table",
    columns: ["people.username"],
    empty: "groups.no_members",
    rows: members.map(({ id, username }) => ({
      cells: [{ text: username, href: `${people}/${part(id)}` }],
      ...(mayChange && {
        buttons: [{ act: "remove-member", isDanger: true, label: "groups.remove", value: id, about: username }],
      }),
    })),
  },
  ...(mayChange && {
    form: {
      act: "add-member",
      submit: "groups.add_member",
      fields: [{ name: "username", label: "people.username", type: "text", isRequired: true, maxLength: 100 }],
    },
  }),
});
