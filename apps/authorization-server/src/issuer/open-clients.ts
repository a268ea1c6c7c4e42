/** Builds the dependencies about clients from the configuration. */
import type { Connected } from "@countersign/database";
import type { Ephemeral } from "@countersign/ephemeral";
import { clientDocumentParser } from "@countersign/rules";
import { type Config, senderSettings } from "../config.ts";
import type { Dependencies } from "../dependencies.ts";
import { paths } from "../paths.ts";
import {
  fetchClientDocument,
  fetchJwks,
  fetchPicture,
  fetchRequestObject,
  fetchSector,
} from "../platform/outbound/documents.ts";
import { clientDocumentStore } from "../platform/stores/client/client-documents.ts";
import { clientUses } from "../platform/stores/client/client-uses.ts";
import { clientStore } from "../platform/stores/client/clients.ts";
import { usedJwts } from "../platform/stores/client/once/used-jwts.ts";
import { refusedRequests } from "../platform/stores/client/refused-requests.ts";
import { openRegistrationStore } from "../platform/stores/client/registration/open-registrations.ts";
import { registrationStore } from "../platform/stores/client/registration/registrations.ts";
import { trustedIssuerStore } from "../platform/stores/client/trusted-issuers.ts";
import { trustedAssertions } from "./clients/assertions/trusted-assertions.ts";
import { type ClientDocuments, type ClientDocumentsParts, openClientDocuments } from "./clients/documents/documents.ts";
import { openClientKeys } from "./clients/keys.ts";
import { prepareKeys } from "./clients/prepare-keys.ts";
import { assertInReach, registrationContext } from "./clients/registration/policy.ts";
import { openSenders } from "./sender/sender.ts";

type ClientParts = Pick<Ephemeral, "store"> &
  Pick<Dependencies, "outbound" | "now" | "log"> & {
    readonly database: Connected;
    /** The database for jobs. */
    readonly jobs: Connected;
  };

export function clientDependencies(config: Config, { database, jobs, store, outbound, now, log }: ClientParts) {
  const clients = clientStore(database);
  const clientKeys = openClientKeys({ fetchDocument: (url) => fetchJwks(outbound, url), log });
  const us = { issuer: config.ISSUER, tokenEndpoint: `${config.ISSUER}${paths.token}` };
  return {
    clients,
    ...usedJwts({ store, now }),
    senders: openSenders(store, senderSettings(config)),
    clientKeys,
    trustedAssertions: trustedAssertions({ trustedIssuers: trustedIssuerStore(database), clientKeys, ...us, now }),
    clientUses: clientUses(jobs),
    openRegistrations: openRegistrationStore(database),
    refusedRequests: refusedRequests(jobs),
    registrations: registrationStore(database, { changed: clients.forget }),
    outbound,
    fetchLogo: (url: string) => fetchPicture({ outbound, log }, url),
    fetchRequestObject: (url: string, clientId: string) => fetchRequestObject({ outbound, log }, url, clientId),
    fetchSector: (url: string) => fetchSector({ outbound, log }, url),
    fetchDocument: (url: string, { isKnown }: { readonly isKnown: boolean }) =>
      fetchClientDocument({ outbound, log }, url, { maxBytes: config.CLIENT_DOCUMENT_MAX_BYTES, isKnown }),
  };
}

type DocumentParts = Pick<
  Dependencies,
  | "clientDocumentsPolicy"
  | "issuer"
  | "userinfoResource"
  | "userinfoSecretHash"
  | "nativeLocalhost"
  | "mutualTls"
  | "clients"
  | "database"
  | "outbound"
  | "logoutDeliveries"
  | "keys"
  | "limits"
  | "now"
  | "log"
> &
  Pick<ClientDocumentsParts, "fetchDocument">;

/** What finds clients by their metadata documents, with the rules of this deployment. */
export const clientDocumentsOf = (deps: DocumentParts): ClientDocuments =>
  openClientDocuments({
    ...deps,
    policy: deps.clientDocumentsPolicy,
    store: clientDocumentStore(deps.database),
    accept: acceptance(deps),
  });

/** Documents are checked by the rules of registrations. Their clients may also request scopes that operators listed. */
function acceptance(deps: DocumentParts): ClientDocumentsParts["accept"] {
  const context = registrationContext(deps);
  const scopes = [...new Set([...context.scopes, ...deps.clientDocumentsPolicy.scopes])];
  const parser = clientDocumentParser({ ...context, scopes });
  return async (url, document) => {
    const metadata = parser.parse(url, document);
    assertInReach(metadata, deps);
    await prepareKeys(metadata, deps.keys.ensure);
    return metadata;
  };
}
