/** Every screen of the console. Routes, navigation and the tests of access follow from it. */
import { auditScreens } from "./audit/audit.ts";
import { claimMapping } from "./clients/claim-mapping.ts";
import { listClients } from "./clients/list-clients.ts";
import { newClient } from "./clients/new-client.ts";
import { oneClient } from "./clients/one-client.ts";
import { clientDeletion, organizationDeletion, personDeletion } from "./deletions.ts";
import { listGroups } from "./groups/list-groups.ts";
import { newGroup } from "./groups/new-group.ts";
import { groupScreens } from "./groups/one-group.ts";
import { listImports } from "./imports/list-imports.ts";
import { oneImport } from "./imports/one-import.ts";
import { addMembers } from "./organizations/add-members.ts";
import { inviteMembers } from "./organizations/invite-members.ts";
import { listOrganizations } from "./organizations/list-organizations.ts";
import { newOrganization } from "./organizations/new-organization.ts";
import { oneMember } from "./organizations/one-member.ts";
import { oneOrganization } from "./organizations/one-organization.ts";
import { scimTokens } from "./organizations/scim-tokens.ts";
import { overviewScreens } from "./overview/overview.ts";
import { listInvitations, oneInvitation } from "./people/invitations.ts";
import { invitePeople } from "./people/invite-people.ts";
import { listPeople } from "./people/list-people.ts";
import { newPerson } from "./people/new-person.ts";
import { onePerson } from "./people/one-person.ts";
import { factorReset } from "./people/reset-factors.ts";
import { anyProvider } from "./providers/any-provider.ts";
import { listProviders } from "./providers/list-providers.ts";
import { newProvider } from "./providers/new-provider.ts";
import { oneProvider } from "./providers/one-provider.ts";
import { giveToPeople } from "./roles/give-to-people.ts";
import type { Screen } from "./screen.ts";
import { searchScreens } from "./search.ts";
import { sessionScreens } from "./sessions.ts";
import { settingsScreens } from "./settings/settings.ts";
import { termsScreens } from "./terms.ts";

export const SCREENS: readonly Screen[] = [
  ...overviewScreens,
  ...searchScreens,
  ...[listPeople, newPerson, invitePeople, listInvitations, oneInvitation, onePerson, personDeletion, factorReset],
  ...[listImports, oneImport],
  ...[listGroups, newGroup, ...groupScreens],
  ...[listOrganizations, newOrganization, oneOrganization, inviteMembers, addMembers, oneMember, scimTokens],
  organizationDeletion,
  ...[listClients, newClient, oneClient, claimMapping, clientDeletion],
  ...sessionScreens,
  ...auditScreens,
  ...settingsScreens,
  giveToPeople,
  ...[listProviders, newProvider, anyProvider, oneProvider],
  ...termsScreens,
];
