/** The keys of our issuer, as our resource server sees them, and those of clients: RFC 7517 §5. */
import {
  type RemoteJwks,
  type RemoteJwksOptions,
  remoteJwks as remoteSet,
  signatureKeys,
} from "@countersign/guard/parts";

export {
  isKeysUnavailable,
  type KeysUnavailableError,
  type RemoteJwks,
  type RemoteJwksOptions,
} from "@countersign/guard/parts";

import { ACCESS_TOKEN_ALGS } from "./algs.ts";

/** A key search over a remote JWK Set; by default for the algorithms of our issuer's access tokens. */
export const remoteJwks = (location: string | (() => Promise<string>), options: RemoteJwksOptions = {}): RemoteJwks =>
  remoteSet(location, { usableKeys: signatureKeys(ACCESS_TOKEN_ALGS), ...options });
