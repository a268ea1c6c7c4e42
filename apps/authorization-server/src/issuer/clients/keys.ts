/** The public keys of clients: registered by value, or fetched from the client's `jwks_uri` (OIDC Core §10.1). */
import { hash } from "node:crypto";
import { localKeys, type PublicJwk, type RemoteJwks, remoteJwks, type VerificationKeys } from "@countersign/jwt";
import {
  type Client,
  type ClientJwks,
  encryptionKeyOf,
  isOfKey,
  type KeyManagementAlg,
  ProtocolError,
  usableJwks,
} from "@countersign/rules";
import type { Logger } from "@countersign/service";
import { LRUCache } from "lru-cache";

const REMEMBERED_SETS = 1000;

export interface ClientKeys {
  /**
   * Returns a lookup among the keys of this client only; `undefined` if it has none. Keys from a `jwks_uri` are cached
   * for five minutes. An unknown kid causes a new fetch, at most every ten seconds and one at a time. While the fetch
   * fails, the previous keys stay valid for an hour. The lookup throws `keys_unavailable` when there are no keys to
   * search. Its cause is a ProtocolError if too many fetches are in progress: then nothing is known about the keys.
   */
  of(client: Pick<Client, "jwks" | "jwksUri">): VerificationKeys | undefined;
  /**
   * The client's key for encryption with this algorithm; `undefined` if it has none that fits. Keys are cached and
   * fetched as above. Throws `keys_unavailable`.
   */
  encryptionKey(client: Pick<Client, "jwks" | "jwksUri">, alg: KeyManagementAlg): Promise<PublicJwk | undefined>;
  /**
   * Whether a certificate, in DER, is the first of a key of the client (RFC 8705 §2.2.2). Keys are cached and fetched
   * as above. Throws `keys_unavailable`.
   */
  hasCertificate(client: Pick<Client, "jwks" | "jwksUri">, der: Uint8Array): Promise<boolean>;
}

export interface ClientKeysOptions {
  /** Fetches the JSON document at a URL that a client provided. */
  readonly fetchDocument: (url: string) => Promise<unknown>;
  readonly elapsed?: () => number;
  readonly log: Pick<Logger, "info">;
}

export function openClientKeys({ fetchDocument, log, ...clock }: ClientKeysOptions): ClientKeys {
  // Keyed by URL. Two clients with the same URL share one set of keys. A client that changes its URL starts with a new
  // set.
  const remote = new LRUCache<string, RemoteJwks>({ max: REMEMBERED_SETS });
  const registered = registeredSets();

  const at = (url: string): RemoteJwks => {
    const known = remote.get(url);
    if (known !== undefined) return known;

    const onFailure = (err: unknown) => log.info({ err, url }, "the keys of a client could not be fetched");
    const keys = remoteJwks(url, {
      fetchDocument,
      usableKeys: (document) => jwkSet(usableJwks(document)),
      onFailure,
      ...clock,
      isOurs: (err) => err instanceof ProtocolError,
    });
    remote.set(url, keys);
    return keys;
  };

  return {
    of({ jwks, jwksUri }) {
      if (jwks !== undefined) return registered(jwks);
      return jwksUri === undefined ? undefined : at(jwksUri);
    },

    async encryptionKey({ jwks, jwksUri }, alg) {
      const choose = (keys: ClientJwks["keys"]) => asJwk(encryptionKeyOf(keys, alg));
      if (jwks !== undefined) return choose(jwks.keys);
      // The cached keys of a jwks_uri were checked to be usable above.
      return jwksUri === undefined ? undefined : at(jwksUri).pick((keys) => choose(keys as ClientJwks["keys"]));
    },

    async hasCertificate({ jwks, jwksUri }, der) {
      // RFC 7517 §4.7: an older registration may have a certificate of another key.
      const isShown = ({ x5c: [first] = [], ...jwk }: ClientJwks["keys"][number]) =>
        first !== undefined && Buffer.from(first, "base64").equals(der) && isOfKey(jwk, first);
      if (jwks !== undefined) return jwks.keys.some(isShown);
      if (jwksUri === undefined) return false;
      return (await at(jwksUri).pick((keys) => (keys as ClientJwks["keys"]).find(isShown))) !== undefined;
    },
  };
}

/**
 * Sets that were registered by value. To import a key takes longer than to verify with it, and an imported key belongs
 * to its set. So a set is known by the hash of what it holds.
 */
function registeredSets(): (jwks: ClientJwks) => VerificationKeys {
  const known = new LRUCache<string, VerificationKeys>({ max: REMEMBERED_SETS });
  return (jwks) => {
    const digest = hash("sha256", JSON.stringify(jwks.keys), "base64");
    const keys = known.get(digest) ?? localKeys(jwkSet(jwks));
    known.set(digest, keys);
    return keys;
  };
}

const asJwk = (key: ClientJwks["keys"][number] | undefined) => key as PublicJwk | undefined;
const jwkSet = ({ keys }: ClientJwks) => ({ keys: keys.map((key) => ({ ...key }) as PublicJwk) });
