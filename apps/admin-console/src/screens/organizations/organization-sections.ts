/** The sections of the screen of an organization. */
import type { Answer } from "@countersign/admin-client";
import { neededText } from "../../views/fields.ts";
import type { Cell, Link, Section } from "../../views/model.ts";
import { emptyOf, tableSection } from "../../views/sections.ts";
import { dangerZone, deletion } from "../danger-zone.ts";
import { membersOf } from "../groups/group-sections.ts";
import { part } from "../lists/list.ts";
import { bulkOf } from "../lists/several.ts";
import { INVITATION_BULK, invitationRow } from "../people/invitation-acts.ts";

type Members = readonly Answer<"listOrganizationMembers">["body"]["items"][number][];
type Invitations = readonly Answer<"listOrganizationInvitations">["body"]["items"][number][];
type Domains = readonly Answer<"listOrganizationDomains">["body"]["items"][number][];
type Groups = readonly Answer<"listOrganizationGroups">["body"]["items"][number][];
type Roles = readonly Answer<"listOrganizationRoles">["body"]["items"][number][];

interface MembersShown {
  readonly back: string;
  readonly mayRemove: boolean;
  /** Leads to the page that adds some. */
  readonly adding: Link | undefined;
  /** The roles that members can have. */
  readonly roles: Roles;
}

export const membersSection = (members: Members, { back, mayRemove, adding, roles }: MembersShown): Section => ({
  id: "members",
  title: "organizations.members",
  table: {
    id: "members-table",
    columns: ["people.username"],
    empty: {
      ...{ title: "organizations.no_members", lead: "organizations.empty.lead", icon: "users-round" },
      link: adding,
    },
    ...(mayRemove && bulkOf([{ act: "remove-members", label: "organizations.remove", isDanger: true }], roles)),
    rows: members.map(({ id, username }) => ({
      ...(mayRemove && { select: { value: id, about: username } }),
      cells: [{ text: username, href: `${back}/members/${part(id)}` }],
      ...(mayRemove && {
        buttons: [{ act: "remove-member", isDanger: true, label: "organizations.remove", value: id, about: username }],
      }),
    })),
  },
});

export const groupsSection = (
  groups: Groups,
  { back, mayWrite }: { readonly back: string; readonly mayWrite: boolean },
): Section => ({
  ...tableSection("groups", "groups.title", {
    columns: ["groups.name", "groups.members"],
    empty: emptyOf("groups.empty", "user-round-cog"),
    rows: groups.map((group) => ({
      cells: [{ text: group.name, href: `${back}/groups/${part(group.id)}` }, membersOf(group)],
    })),
  }),
  ...(mayWrite && { form: { act: "add-group", submit: "groups.add", fields: [neededText("groups.name", 100)] } }),
});

interface InvitationsShown {
  readonly back: string;
  readonly roles: Roles;
  readonly mayWrite: boolean;
  /** Who invited, as the list shows it. */
  readonly inviter: (one: Invitations[number]) => Cell;
}

const invite = (back: string): Link => ({ href: `${back}/invite`, label: "invitations.invite", id: "invite-members" });

export const invitationsSection = (
  invitations: Invitations,
  { back, roles, mayWrite, inviter }: InvitationsShown,
): Section => ({
  ...tableSection("invitations", "invitations.open", {
    columns: ["people.email", "invitations.by", "created", "invitations.expires", "invitations.roles"],
    ...(mayWrite && { bulk: INVITATION_BULK }),
    empty: {
      ...{ title: "invitations.empty", lead: "invitations.lead", icon: "mail" },
      ...(mayWrite && { link: invite(back) }),
    },
    rows: invitations.map((one) => ({
      cells: [
        { text: one.email },
        inviter(one),
        { at: one.created_at },
        { at: one.expires_at },
        { tags: roles.filter(({ id }) => one.roles.includes(id)).map(({ name }) => name) },
      ],
      ...(mayWrite && invitationRow(one)),
    })),
  }),
  ...(mayWrite && invitations.length > 0 && { links: [invite(back)] }),
});

export const domainsSection = (domains: Domains, { mayWrite }: { readonly mayWrite: boolean }): Section => ({
  ...tableSection("domains", "organizations.domains", {
    columns: [
      "organizations.domain",
      "organizations.record_name",
      "organizations.record_value",
      "organizations.verified",
      "organizations.lapses",
    ],
    empty: emptyOf("organizations.no_domains", "globe"),
    rows: domains.map((one) => ({
      cells: [
        { text: one.domain },
        { text: one.record_name, isCopied: true },
        { text: one.record_value, isCopied: true },
        { at: one.verified_at, empty: "not_yet" as const },
        one.verified_at === null ? { text: null } : { at: one.lapses_at, empty: "no_end" as const },
      ],
      ...(mayWrite && {
        buttons: [
          ...(one.verified_at === null
            ? [{ act: "verify-domain", label: "organizations.verify", value: one.id, about: one.domain }]
            : []),
          { act: "remove-domain", isDanger: true, label: "organizations.remove", value: one.id, about: one.domain },
        ],
      }),
    })),
  }),
  lead: { key: "organizations.domains.lead" },
  ...(mayWrite && {
    form: {
      act: "add-domain",
      submit: "organizations.add_domain",
      fields: [neededText("organizations.domain", 253)],
    },
  }),
});

/** What only administrators of the deployment may do. */
export const settingsSections = (
  { name, disabled_at, etag }: Answer<"readOrganization">["body"] & { readonly etag: string | undefined },
  back: string,
): readonly Section[] => [
  {
    id: "settings",
    title: "organizations.settings",
    form: {
      act: "rename",
      submit: "save",
      etag,
      fields: [neededText("organizations.name", 100, { value: name })],
    },
    ...(disabled_at !== null && { buttons: [{ act: "enable", label: "organizations.enable" }] }),
  },
  dangerZone(...(disabled_at === null ? [deletion("disable", "organizations.disable")] : []), {
    lead: { key: "organizations.delete.warning" },
    link: { href: `${back}/delete`, label: "organizations.delete", id: "delete-organization" },
  }),
];
