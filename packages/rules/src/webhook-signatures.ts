/** Keys and signatures of webhooks: Standard Webhooks, "Signature scheme". */
import { createHmac, createPrivateKey, createPublicKey, type KeyObject, sign } from "node:crypto";

/** `v1` is HMAC-SHA256 with a secret that the receiver has too, `v1a` Ed25519 with a key that only we have. */
export const WEBHOOK_SIGNATURES = ["v1", "v1a"] as const;
export type WebhookSignature = (typeof WEBHOOK_SIGNATURES)[number];

export const WEBHOOK_KEY_BYTES = 32;

/** A key as it is stored, and what its receiver verifies with: for `v1` that is the key itself, which is a secret. */
export interface WebhookKey {
  readonly key: string;
  readonly publicKey: string | undefined;
}

const SECRET = "whsec_";
const PRIVATE = "whsk_";
const PUBLIC = "whpk_";

/** A key of these random bytes, in the notation of Standard Webhooks. */
export function webhookKey(signature: WebhookSignature, random: Buffer): WebhookKey {
  if (signature === "v1") return { key: SECRET + random.toString("base64"), publicKey: undefined };
  const { x = "" } = createPublicKey(privateKeyOf(random)).export({ format: "jwk" });
  const publicKey = PUBLIC + Buffer.from(x, "base64url").toString("base64");
  return { key: PRIVATE + random.toString("base64"), publicKey };
}

export interface WebhookMessage {
  readonly id: string;
  /** Seconds since 1970. */
  readonly timestamp: number;
  readonly body: string;
}

/** The value of `webhook-signature`: one signature for each key. While keys are replaced, there are two. */
export const signWebhook = (message: WebhookMessage, keys: readonly string[]): string =>
  keys.map((key) => signatureBy(key, message)).join(" ");

function signatureBy(key: string, { id, timestamp, body }: WebhookMessage): string {
  const content = Buffer.from(`${id}.${timestamp}.${body}`);
  if (key.startsWith(PRIVATE)) {
    const seed = Buffer.from(key.slice(PRIVATE.length), "base64");
    return `v1a,${sign(null, content, privateKeyOf(seed)).toString("base64")}`;
  }
  const secret = Buffer.from(key.slice(SECRET.length), "base64");
  return `v1,${createHmac("sha256", secret).update(content).digest("base64")}`;
}

/** RFC 8410 §7: what stands before the 32 bytes of an Ed25519 private key in PKCS #8. */
const PKCS8_ED25519 = Buffer.from("302e020100300506032b657004220420", "hex");

const privateKeyOf = (seed: Buffer): KeyObject =>
  createPrivateKey({ key: Buffer.concat([PKCS8_ED25519, seed]), format: "der", type: "pkcs8" });
