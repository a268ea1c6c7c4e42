/** What the nouns of the command line are about, and the commands below them that no operation declares. */
import type { Command } from "commander";
import { ENTITIES } from "../administration/entities.ts";
import { hyphened } from "../administration/entity-declaration.ts";
import { providers } from "../administration/providers/entity.ts";
import { resourceServers } from "../administration/resource-servers/entity.ts";
import { inviteOneAdministrator } from "./administrators/invite-administrator.ts";
import { addAdministrator, listAdministrators, removeAdministrator } from "./administrators/owners.ts";
import { registerCommandLine, registerConsole } from "./administrators/register.ts";
import { auditTypes, listAudit } from "./audit/audit.ts";
import { addClient } from "./clients/add.ts";
import { changeClient } from "./clients/change.ts";
import { checkOneClient } from "./clients/check.ts";
import { clientRefusals, listClients, removeClient, showClient } from "./clients/clients.ts";
import { documentsCommands } from "./clients/documents.ts";
import { importClients } from "./clients/import.ts";
import { mapClaims } from "./clients/map-claims.ts";
import type { Context } from "./command/context.ts";
import { listKeys, removeKey, rotate } from "./keys/keys.ts";
import { resealKeys } from "./keys/reseal.ts";
import { listMail, testMail } from "./mail/mail.ts";
import { invitationsCommands } from "./organizations/invitations.ts";
import { addScimTokenCommand } from "./organizations/scim-tokens.ts";
import { PROVIDER_COMMANDS } from "./providers/providers.ts";
import { disableResource, enableResource, removeResource } from "./resources/resources.ts";
import { listRolesCommand } from "./roles/list.ts";
import { listConsents, withdrawConsents } from "./sessions/consents.ts";
import { endSessionsCommand, revokeAuthorizations } from "./sessions/ends.ts";
import { checkThemeCommand, previewThemeCommand } from "./theme/theme.ts";
import { addToken, listTokens, revokeToken } from "./tokens/tokens.ts";
import { showUser } from "./users/account.ts";
import { addUser } from "./users/add.ts";
import { convertUsers } from "./users/convert.ts";
import { importUsers } from "./users/import.ts";
import { inviteUser, sendUserInvitationAgain, withdrawUserInvitation } from "./users/invite.ts";
import { requirePasswordChange, resetUserFactors, sendEnrolmentLink, setPassword } from "./users/ways-in.ts";

interface Noun {
  readonly about: string;
  readonly commands?: readonly ((context: Context) => Command)[];
}

export const NOUNS: Readonly<Record<string, Noun>> = {
  users: {
    about: "users who can sign in",
    commands: [
      ...[addUser, importUsers, convertUsers, inviteUser, sendUserInvitationAgain, withdrawUserInvitation, showUser],
      ...[setPassword, requirePasswordChange, sendEnrolmentLink, resetUserFactors],
    ],
  },
  clients: {
    about: "applications that users sign in to",
    commands: [
      ...[addClient, importClients, listClients, showClient, checkOneClient],
      ...[clientRefusals, changeClient, removeClient, mapClaims, documentsCommands],
    ],
  },
  resources: {
    about: resourceServers.about,
    commands: [disableResource, enableResource, removeResource],
  },
  roles: { about: "roles of users and groups at resource servers", commands: [listRolesCommand] },
  groups: { about: "groups of users, which can have roles" },
  "groups members": { about: "the members of a group" },
  organizations: {
    about: "organizations inside this deployment, with members and roles of their own",
    commands: [invitationsCommands],
  },
  "organizations members": { about: "the members of an organization" },
  "organizations domains": { about: "the mail domains of an organization" },
  "organizations scim-token": {
    about: "tokens with which the directory of an organization calls SCIM",
    commands: [addScimTokenCommand],
  },
  administrators: {
    about: "users who administer this deployment, and their console",
    commands: [
      addAdministrator,
      inviteOneAdministrator,
      listAdministrators,
      removeAdministrator,
      registerConsole,
      registerCommandLine,
    ],
  },
  providers: {
    about: providers.about,
    commands: PROVIDER_COMMANDS,
  },
  terms: { about: "terms that users accept" },
  tokens: {
    about: "initial access tokens, with which developers register clients themselves",
    commands: [addToken, listTokens, revokeToken],
  },
  sessions: { about: "browser sessions", commands: [endSessionsCommand] },
  consents: { about: "consents: what users share with clients", commands: [listConsents, withdrawConsents] },
  authorizations: {
    about: "what clients received: codes, access tokens and refresh tokens",
    commands: [revokeAuthorizations],
  },
  keys: {
    about: "keys that tokens are signed with; the service rotates them by itself",
    commands: [listKeys, rotate, removeKey, resealKeys],
  },
  audit: { about: "the audit log: who did what, when and from where", commands: [listAudit, auditTypes] },
  ...Object.fromEntries(ENTITIES.map(({ many, about }) => [hyphened(many), { about }])),
  mail: { about: "emails to users; the service sends them by itself", commands: [testMail, listMail] },
  theme: {
    about: "check and preview page templates (VIEWS_DIR)",
    commands: [checkThemeCommand, previewThemeCommand],
  },
};
