/** Every operation of the administration API. Routes, the OpenAPI document and the tests of access follow from it. */

import { ENTITIES } from "../administration/entities.ts";
import { exchangePolicyOperations } from "../administration/exchange-policies/operations.ts";
import { hookOperations } from "../administration/hooks/operations.ts";
import { trustedIssuerOperations } from "../administration/trusted-issuers/operations.ts";
import { webhookDeliveryOperations } from "../administration/webhooks/delivery-operations.ts";
import { webhookOperations } from "../administration/webhooks/operations.ts";
import { entityOperations } from "./entity-operations.ts";
import type { Operation } from "./operation.ts";
import { auditOperations } from "./operations/audit.ts";
import { callerOperations } from "./operations/caller.ts";
import { claimMappingOperations } from "./operations/claim-mappings.ts";
import { readClientRefusals } from "./operations/client-refusals.ts";
import { clientOperations } from "./operations/clients.ts";
import { configurationOperations } from "./operations/configuration.ts";
import { connectionOperations } from "./operations/connections.ts";
import { consentOperations } from "./operations/consents.ts";
import { factorRemovalOperations } from "./operations/factor-removal.ts";
import { factorOperations } from "./operations/factors.ts";
import { groupMemberOperations } from "./operations/group-members.ts";
import { groupRoleOperations } from "./operations/group-roles.ts";
import { groupOperations } from "./operations/groups.ts";
import { importOperations } from "./operations/imports.ts";
import { invitationOperations } from "./operations/invitations.ts";
import { jobOperations } from "./operations/jobs.ts";
import { keyOperations } from "./operations/keys.ts";
import { mailOperations } from "./operations/mails.ts";
import { manyPeopleOperations } from "./operations/many-people.ts";
import { organizationDomainOperations } from "./operations/organization-domains.ts";
import { organizationGroupMemberOperations } from "./operations/organization-group-members.ts";
import { organizationGroupOperations } from "./operations/organization-groups.ts";
import { organizationInvitationOperations } from "./operations/organization-invitations.ts";
import { organizationMemberOperations } from "./operations/organization-members.ts";
import { organizationScimTokenOperations } from "./operations/organization-scim-tokens.ts";
import { organizationOperations } from "./operations/organizations.ts";
import { outboxOperations } from "./operations/outboxes.ts";
import { peopleOperations } from "./operations/people.ts";
import { providerOperations } from "./operations/providers.ts";
import { resourceServerOperations } from "./operations/resource-servers.ts";
import { roleOperations } from "./operations/roles.ts";
import { searchOperations } from "./operations/search.ts";
import { sendPasswordReset } from "./operations/send-reset.ts";
import { sessionOperations } from "./operations/sessions.ts";
import { settingsOperations } from "./operations/settings.ts";
import { statisticsOperations } from "./operations/statistics.ts";
import { termsOperations } from "./operations/terms.ts";

export const OPERATIONS: readonly Operation[] = [
  ...callerOperations,
  ...searchOperations,
  ...peopleOperations,
  ...manyPeopleOperations,
  ...invitationOperations,
  ...importOperations,
  ...factorOperations,
  ...factorRemovalOperations,
  sendPasswordReset,
  ...sessionOperations,
  ...consentOperations,
  ...connectionOperations,
  ...clientOperations,
  readClientRefusals,
  ...claimMappingOperations,
  ...roleOperations,
  ...resourceServerOperations,
  ...groupOperations,
  ...groupMemberOperations,
  ...groupRoleOperations,
  ...organizationOperations,
  ...organizationMemberOperations,
  ...organizationGroupOperations,
  ...organizationGroupMemberOperations,
  ...organizationDomainOperations,
  ...organizationInvitationOperations,
  ...organizationScimTokenOperations,
  ...auditOperations,
  ...statisticsOperations,
  ...exchangePolicyOperations,
  ...hookOperations,
  ...trustedIssuerOperations,
  ...webhookOperations,
  ...webhookDeliveryOperations,
  ...ENTITIES.flatMap(entityOperations),
  ...mailOperations,
  ...outboxOperations,
  ...jobOperations,
  ...keyOperations,
  ...settingsOperations,
  ...configurationOperations,
  ...providerOperations,
  ...termsOperations,
];
