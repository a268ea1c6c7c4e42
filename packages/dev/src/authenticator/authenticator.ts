/**
 * An authenticator in software, as a browser with a page of ours would use it. It makes real credentials of each
 * algorithm, and lies where a test says so.
 */
import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from "node:crypto";
import { cbor } from "./cbor.ts";

export type Alg = -7 | -8 | -257;

/** A credential that the authenticator holds. */
export interface HeldCredential {
  readonly id: Buffer;
  readonly alg: Alg;
  readonly privateKey: KeyObject;
  readonly coseKey: Buffer;
  readonly userHandle: Buffer;
  signCount: number;
}

/** What a response says, where that is not the truth. */
export interface Lies {
  readonly type?: string;
  readonly challenge?: string;
  readonly origin?: string;
  readonly clientData?: Readonly<Record<string, unknown>>;
  readonly rpId?: string;
  readonly userPresent?: boolean;
  readonly userVerified?: boolean;
  readonly backupEligible?: boolean;
  readonly backedUp?: boolean;
  readonly signCount?: number;
  readonly userHandle?: Buffer | null;
  readonly credentialId?: Buffer;
  readonly coseKey?: Buffer;
  readonly format?: string;
  readonly statement?: ReadonlyMap<unknown, unknown>;
  /** Bytes after the authenticator data. */
  readonly trailing?: Buffer;
  readonly signature?: Buffer;
  /** Whether an assertion has the data that only a registration has. */
  readonly attested?: boolean;
}

export interface Site {
  readonly origin: string;
  readonly rpId: string;
}

const [PRESENT, VERIFIED, ELIGIBLE, BACKED_UP, ATTESTED] = [1, 4, 8, 16, 64];
export const AAGUID = "ea9b8d66-4d01-1d21-3ce4-b6b48cb575d4";

const sha256 = (data: string | Buffer) => createHash("sha256").update(data).digest();
const base64url = (data: Buffer) => data.toString("base64url");

/** A new credential with a key of its own. */
export function newCredential(alg: Alg = -7, userHandle = randomBytes(32)): HeldCredential {
  const { privateKey, coseKey } = keyOf(alg);
  return { id: randomBytes(32), alg, privateKey, coseKey, userHandle, signCount: 0 };
}

function keyOf(alg: Alg): { privateKey: KeyObject; coseKey: Buffer } {
  const bytes = (text: string | undefined) => Buffer.from(text ?? "", "base64url");
  const map = (...entries: [number, unknown][]) => cbor(new Map(entries));
  if (alg === -7) {
    const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
    const { x, y } = publicKey.export({ format: "jwk" });
    return { privateKey, coseKey: map([1, 2], [3, alg], [-1, 1], [-2, bytes(x)], [-3, bytes(y)]) };
  }
  if (alg === -8) {
    const { privateKey, publicKey } = generateKeyPairSync("ed25519");
    const { x } = publicKey.export({ format: "jwk" });
    return { privateKey, coseKey: map([1, 1], [3, alg], [-1, 6], [-2, bytes(x)]) };
  }
  const { privateKey, publicKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const { n, e } = publicKey.export({ format: "jwk" });
  return { privateKey, coseKey: map([1, 3], [3, alg], [-1, bytes(n)], [-2, bytes(e)]) };
}

/** WebAuthn §6.5.1. */
function attestedData(credential: HeldCredential, lies: Lies): readonly Buffer[] {
  const id = lies.credentialId ?? credential.id;
  const length = Buffer.alloc(2);
  length.writeUInt16BE(id.length);
  return [Buffer.from(AAGUID.replaceAll("-", ""), "hex"), length, id, lies.coseKey ?? credential.coseKey];
}

/** The response to `navigator.credentials.create()`, as `toJSON()` writes it. */
export function register(site: Site, challenge: string, credential: HeldCredential, lies: Lies = {}) {
  const trailing = lies.trailing ?? Buffer.alloc(0);
  const authData = Buffer.concat([head(site, credential, lies, true), ...attestedData(credential, lies), trailing]);
  const attestation = new Map<string, unknown>([
    ["fmt", lies.format ?? "none"],
    ["attStmt", lies.statement ?? new Map()],
    ["authData", authData],
  ]);
  return {
    id: base64url(credential.id),
    rawId: base64url(credential.id),
    type: "public-key",
    response: {
      clientDataJSON: base64url(clientData(site, challenge, "webauthn.create", lies)),
      attestationObject: base64url(cbor(attestation)),
      transports: ["internal"],
    },
    clientExtensionResults: {},
  };
}

/** The response to `navigator.credentials.get()`, as `toJSON()` writes it. By default the counter does not change. */
export function prove(site: Site, challenge: string, credential: HeldCredential, lies: Lies = {}) {
  const data = clientData(site, challenge, "webauthn.get", lies);
  const attested = lies.attested ? attestedData(credential, lies) : [];
  const trailing = lies.trailing ?? Buffer.alloc(0);
  const authData = Buffer.concat([head(site, credential, lies, attested.length > 0), ...attested, trailing]);
  const signature = lies.signature ?? signed(credential, Buffer.concat([authData, sha256(data)]));
  const userHandle = lies.userHandle === undefined ? credential.userHandle : lies.userHandle;
  const id = base64url(lies.credentialId ?? credential.id);
  return {
    id,
    rawId: id,
    type: "public-key",
    response: {
      clientDataJSON: base64url(data),
      authenticatorData: base64url(authData),
      signature: base64url(signature),
      userHandle: userHandle === null ? null : base64url(userHandle),
    },
    clientExtensionResults: {},
  };
}

function clientData(site: Site, challenge: string, type: string, lies: Lies): Buffer {
  const about = { type: lies.type ?? type, challenge: lies.challenge ?? challenge, origin: lies.origin ?? site.origin };
  return Buffer.from(JSON.stringify({ ...about, crossOrigin: false, ...lies.clientData }));
}

function head(site: Site, credential: HeldCredential, lies: Lies, attested: boolean): Buffer {
  const flag = (on: boolean, bit: number | undefined) => (on ? (bit ?? 0) : 0);
  const flags =
    flag(lies.userPresent ?? true, PRESENT) |
    flag(lies.userVerified ?? true, VERIFIED) |
    flag(lies.backupEligible ?? false, ELIGIBLE) |
    flag(lies.backedUp ?? false, BACKED_UP) |
    flag(attested, ATTESTED);
  const rest = Buffer.alloc(5);
  rest.writeUInt8(flags);
  rest.writeUInt32BE(lies.signCount ?? credential.signCount, 1);
  return Buffer.concat([sha256(lies.rpId ?? site.rpId), rest]);
}

const signed = ({ alg, privateKey }: HeldCredential, data: Buffer) =>
  sign(alg === -8 ? null : "sha256", data, privateKey);
