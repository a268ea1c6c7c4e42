/** Documents of clients at a listener, for tests. */
import { clientDocumentParser, ProtocolError, type RegistrationMetadata } from "@countersign/rules";
import { issuer, type World } from "../../../../../testing/world.ts";
import { fetchClientDocument } from "../../../../platform/outbound/documents.ts";
import { fetcherTo, type Listener, PUBLIC_HOST } from "../../../../platform/outbound/testing/listener.ts";
import { clientDocumentStore } from "../../../../platform/stores/client/client-documents.ts";
import { clientStore } from "../../../../platform/stores/client/clients.ts";
import { type ClientDocuments, openClientDocuments } from "../documents.ts";

export interface DocumentOptions {
  readonly isOn?: boolean;
  readonly hosts?: readonly string[];
  readonly most?: number;
  readonly perSource?: number;
  readonly perHost?: number;
  readonly knownPerHost?: number;
  readonly areSlotsTaken?: boolean;
  /** Holds back what was read of a document, as a slow connection does. */
  readonly held?: () => Promise<void>;
}

interface Around {
  readonly world: World;
  readonly listener: Listener;
  /** Each URL that is fetched is added. */
  readonly fetches: string[];
}

const limitOf = (points: number) => {
  const used = new Map<string, number>();
  return {
    async consume(key: string) {
      used.set(key, (used.get(key) ?? 0) + 1);
      return { allowed: (used.get(key) ?? 0) <= points, retryAfterSeconds: 60 };
    },
  };
};

export function documentsAt(
  { world, listener, fetches }: Around,
  {
    isOn = true,
    hosts = [PUBLIC_HOST],
    most = 10_000,
    perSource = 1000,
    perHost = 1000,
    knownPerHost = 1000,
    areSlotsTaken = false,
    held = async () => {},
  }: DocumentOptions = {},
): ClientDocuments {
  const outbound = fetcherTo(listener.port);
  const log = { info: () => {} };
  const parser = clientDocumentParser({ issuer, scopes: ["openid", "email"], userinfoJwt: false });
  const store = clientDocumentStore(world.database);
  return openClientDocuments({
    policy: { areOn: isOn, accepts: (host) => hosts.includes(host), scopes: [], mostClients: most },
    store: { ...store, find: (wanted) => store.find(wanted).then((found) => held().then(() => found)) },
    clients: clientStore(world.database),
    fetchDocument(wanted, { isKnown }) {
      fetches.push(wanted);
      if (areSlotsTaken) throw new ProtocolError("temporarily_unavailable", "too many documents are being fetched");
      return fetchClientDocument({ outbound, log }, wanted, { maxBytes: 5120, isKnown });
    },
    accept: async (clientId, document): Promise<RegistrationMetadata> => parser.parse(clientId, document),
    limits: {
      clientDocuments: limitOf(perSource),
      clientDocumentsPerHost: limitOf(perHost),
      knownDocumentsPerHost: limitOf(knownPerHost),
    },
    now: () => world.clock.now,
    elapsed: () => world.clock.now.getTime(),
    log,
  });
}

export const redirectUris = [`https://${PUBLIC_HOST}/cb`];

export const documentOf = (url: string, changes: object = {}) => ({
  client_id: url,
  client_name: "App",
  redirect_uris: redirectUris,
  ...changes,
});

/** Makes the listener answer with a document from now on. */
export function publishAt(
  listener: Listener,
  document: object,
  headers: Record<string, string> = {},
  status = 200,
): void {
  const body = JSON.stringify(document);
  listener.answer((_req, res) => res.writeHead(status, { "content-type": "application/json", ...headers }).end(body));
}
