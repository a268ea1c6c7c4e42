/** Every operation of the administration API. Routes, the OpenAPI document and the tests of access follow from it. */

import { claimMappingOperations } from "../clients/operations/claim-mappings.ts";
import { readClientRefusals } from "../clients/operations/client-refusals.ts";
import { clientOperations } from "../clients/operations/clients.ts";
import { configurationOperations } from "../configuration/operations/configuration.ts";
import { ENTITIES } from "../entities.ts";
import { groupOperations, organizationGroupOperations } from "../groups/operations/groups.ts";
import { hookTrialOperations } from "../hooks/trial-operations.ts";
import { importOperations } from "../imports/operations/imports.ts";
import { invitationOperations } from "../invitations/operations/invitations.ts";
import { sendAgain } from "../invitations/operations/send-again.ts";
import { auditOperations } from "../monitoring/operations/audit.ts";
import { pendingOperations } from "../monitoring/operations/pending.ts";
import { statisticsOperations } from "../monitoring/operations/statistics.ts";
import { organizationDomainOperations } from "../organizations/operations/organization-domains.ts";
import { organizationInvitationOperations } from "../organizations/operations/organization-invitations.ts";
import { organizationMemberOperations } from "../organizations/operations/organization-members.ts";
import { organizationScimTokenOperations } from "../organizations/operations/organization-scim-tokens.ts";
import { organizationOperations } from "../organizations/operations/organizations.ts";
import { sendAgain as sendIntoOrganizationAgain } from "../organizations/operations/send-invitation-again.ts";
import { callerOperations } from "../people/operations/caller.ts";
import { factorRemovalOperations } from "../people/operations/factor-removal.ts";
import { factorOperations } from "../people/operations/factors.ts";
import { peopleOperations } from "../people/operations/people.ts";
import { sendPasswordReset } from "../people/operations/send-reset.ts";
import { providerOperations } from "../providers/operations.ts";
import { resourceServerOperations } from "../resource-servers/operations.ts";
import { roleOperations } from "../roles/operations/roles.ts";
import { consentOperations } from "../sessions/operations/consents.ts";
import { sessionOperations } from "../sessions/operations/sessions.ts";
import { keyOperations } from "../settings/operations/keys.ts";
import { settingsOperations } from "../settings/operations/settings.ts";
import { termsOperations } from "../terms/operations.ts";
import { webhookDeliveryOperations } from "../webhooks/delivery-operations.ts";
import { entityOperations } from "./entities/operations.ts";
import type { Operation } from "./operation.ts";
import { manyInvitationOperations } from "./operations/many-invitations.ts";
import { manyMemberOperations } from "./operations/many-members.ts";
import { manyPeopleOperations } from "./operations/many-people.ts";
import { searchOperations } from "./operations/search.ts";
import { severalClientOperations } from "./operations/several-clients.ts";
import { severalInvitationOperations } from "./operations/several-invitations.ts";
import { severalSessionOperations } from "./operations/several-sessions.ts";

export const OPERATIONS: readonly Operation[] = [
  ...callerOperations,
  ...searchOperations,
  ...peopleOperations,
  ...manyPeopleOperations,
  ...invitationOperations,
  sendAgain,
  ...manyInvitationOperations,
  ...severalInvitationOperations,
  ...importOperations,
  ...factorOperations,
  ...factorRemovalOperations,
  sendPasswordReset,
  ...sessionOperations,
  ...severalSessionOperations,
  ...consentOperations,
  ...clientOperations,
  ...severalClientOperations,
  readClientRefusals,
  ...claimMappingOperations,
  ...roleOperations,
  ...resourceServerOperations,
  ...groupOperations,
  ...organizationOperations,
  ...organizationMemberOperations,
  ...manyMemberOperations,
  ...organizationGroupOperations,
  ...organizationDomainOperations,
  ...organizationInvitationOperations,
  sendIntoOrganizationAgain,
  ...organizationScimTokenOperations,
  ...auditOperations,
  ...statisticsOperations,
  ...ENTITIES.flatMap((entity) => entityOperations(entity)),
  ...hookTrialOperations,
  ...webhookDeliveryOperations,
  ...pendingOperations,
  ...keyOperations,
  ...settingsOperations,
  ...configurationOperations,
  ...providerOperations,
  ...termsOperations,
];
