/** What endpoints and pages use of clients: how they are found, and how they prove who they are. */

import type { ClientUses } from "../../platform/stores/client/client-uses.ts";
import type { ClientStore } from "../../platform/stores/client/clients.ts";
import type { ClientAssertionStore } from "../../platform/stores/client/once/client-assertions.ts";
import type { GrantAssertionStore } from "../../platform/stores/client/once/grant-assertions.ts";
import type { RequestObjectStore } from "../../platform/stores/client/once/request-objects.ts";
import type { RefusedRequests } from "../../platform/stores/client/refused-requests.ts";
import type { OpenRegistrationStore } from "../../platform/stores/client/registration/open-registrations.ts";
import type { RegistrationStore } from "../../platform/stores/client/registration/registrations.ts";
import type { TrustedAssertions } from "./assertions/trusted-assertions.ts";
import type { ClientDocumentsPolicy } from "./client-documents-policy.ts";
import type { ClientDocuments } from "./documents/documents.ts";
import type { ClientKeys } from "./keys.ts";
import type { OpenRegistrationPolicy } from "./open-registration-policy.ts";
import type { ClientSecrets } from "./secrets.ts";

export interface ClientDependencies {
  readonly clients: ClientStore;
  /** Clients that are known by a metadata document, and the policy about them. */
  readonly clientDocuments: ClientDocuments;
  readonly clientDocumentsPolicy: ClientDocumentsPolicy;
  /** Whether native public clients may have `http://localhost` with any port as a redirect URI. */
  readonly nativeLocalhost: boolean;
  readonly clientKeys: ClientKeys;
  readonly clientSecrets: ClientSecrets;
  readonly clientAssertions: ClientAssertionStore;
  /** What verifies the assertions of trusted issuers, and those that are accepted once. */
  readonly trustedAssertions: TrustedAssertions;
  readonly grantAssertions: GrantAssertionStore;
  /** Request objects that are accepted once. */
  readonly requestObjects: RequestObjectStore;
  readonly registrations: RegistrationStore;
  /** Clients that register themselves without a token, and the policy about them. */
  readonly openRegistrations: OpenRegistrationStore;
  readonly openRegistration: OpenRegistrationPolicy;
  readonly clientUses: ClientUses;
  /** Notes why requests of clients were refused. */
  readonly refusedRequests: RefusedRequests;
}
