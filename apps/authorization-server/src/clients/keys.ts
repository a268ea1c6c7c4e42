/** The public keys of clients: as they were registered, or as they are at the client's `jwks_uri` (OIDC Core §10.1). */
import { localKeys, type PublicJwk, type RemoteJwks, remoteJwks, type VerificationKeys } from "@countersign/jwt";
import {
  type Client,
  type ClientJwks,
  encryptionKeyOf,
  type KeyManagementAlg,
  ProtocolError,
  usableJwks,
} from "@countersign/rules";
import type { Logger } from "@countersign/service";
import { LRUCache } from "lru-cache";

const REMEMBERED_SETS = 1000;

export interface ClientKeys {
  /**
   * Finds keys among those of this client alone; `undefined` when it has none. What is at a `jwks_uri` is kept five
   * minutes, and fetched anew for an unknown kid, at most every ten seconds and once at a time; while it cannot be
   * fetched, the keys from before count for an hour. The search throws `keys_unavailable` where there is nothing to
   * look into. Its cause is a ProtocolError where the fetcher had no room: then nothing is known about the keys.
   */
  of(client: Pick<Client, "jwks" | "jwksUri">): VerificationKeys | undefined;
  /**
   * The key to encrypt to for this client by this algorithm; `undefined` when it has none that fits. Kept and fetched
   * anew as above. Throws `keys_unavailable`.
   */
  encryptionKey(client: Pick<Client, "jwks" | "jwksUri">, alg: KeyManagementAlg): Promise<PublicJwk | undefined>;
}

export interface ClientKeysOptions {
  /** Fetches the JSON at an address that a client gave. */
  readonly fetchDocument: (url: string) => Promise<unknown>;
  readonly now: () => Date;
  readonly log: Pick<Logger, "info">;
}

export function openClientKeys({ fetchDocument, now, log }: ClientKeysOptions): ClientKeys {
  // By address: two clients with one address have one set of keys, and a client that moves starts anew.
  const remote = new LRUCache<string, RemoteJwks>({ max: REMEMBERED_SETS });

  const at = (url: string): RemoteJwks => {
    const known = remote.get(url);
    if (known !== undefined) return known;

    const onFailure = (err: unknown) => log.info({ err, url }, "the keys of a client could not be fetched");
    const keys = remoteJwks(url, {
      fetchDocument,
      usableKeys: (document) => jwkSet(usableJwks(document)),
      now,
      onFailure,
      isOurs: (err) => err instanceof ProtocolError,
    });
    remote.set(url, keys);
    return keys;
  };

  return {
    of({ jwks, jwksUri }) {
      if (jwks !== undefined) return localKeys(jwkSet(jwks));
      return jwksUri === undefined ? undefined : at(jwksUri);
    },

    async encryptionKey({ jwks, jwksUri }, alg) {
      const choose = (keys: ClientJwks["keys"]) => asJwk(encryptionKeyOf(keys, alg));
      if (jwks !== undefined) return choose(jwks.keys);
      // What is kept of a jwks_uri was made of usable keys above.
      return jwksUri === undefined ? undefined : at(jwksUri).pick((keys) => choose(keys as ClientJwks["keys"]));
    },
  };
}

const asJwk = (key: ClientJwks["keys"][number] | undefined) => key as PublicJwk | undefined;
const jwkSet = ({ keys }: ClientJwks) => ({ keys: keys.map((key) => ({ ...key }) as PublicJwk) });
