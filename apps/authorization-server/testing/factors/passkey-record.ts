/** A credential as the database stores it. It is enough for tests in which no one signs in with it. */
import type { AddedPasskey } from "../../src/administration/ways-in/passkeys.ts";

export const passkeyRecord: AddedPasskey = {
  credentialId: "em9l",
  publicKey: Buffer.alloc(77),
  alg: -7,
  signCount: 0,
  transports: [],
  aaguid: "00000000-0000-0000-0000-000000000000",
  backupEligible: true,
  backedUp: true,
  use: "sign-in",
  rpId: "auth.example",
  name: "Key",
};
