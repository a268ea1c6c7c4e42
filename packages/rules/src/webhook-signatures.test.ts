import { createPublicKey, verify } from "node:crypto";
import { describe, expect, it } from "vitest";
import { signWebhook, webhookKey } from "./webhook-signatures.ts";

const message = { id: "msg_p5jXN8AQM9LWM0D4loKWxJek", timestamp: 1614265330, body: '{"test": 2432232314}' };
const content = Buffer.from(`${message.id}.${message.timestamp}.${message.body}`);

/** The 32 bytes of a public key as a key object: RFC 8410 §4. */
const publicKeyOf = (text: string) => {
  const raw = Buffer.from(text.slice("whpk_".length), "base64");
  const spki = Buffer.concat([Buffer.from("302a300506032b6570032100", "hex"), raw]);
  return createPublicKey({ key: spki, format: "der", type: "spki" });
};

describe("Standard Webhooks: signatures", () => {
  it("v1 is the HMAC-SHA256 of id, time and body: the example of the specification", () => {
    expect(signWebhook(message, ["whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"])).toBe(
      "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
    );
  });

  it("v1a is an Ed25519 signature of the same, which the public key verifies", () => {
    const { key, publicKey = "" } = webhookKey("v1a", Buffer.alloc(32, 7));
    expect([key, publicKey]).toEqual([expect.stringMatching(/^whsk_/), expect.stringMatching(/^whpk_/)]);
    const [version, signature = ""] = signWebhook(message, [key]).split(",");
    expect(version).toBe("v1a");
    expect(verify(null, content, publicKeyOf(publicKey), Buffer.from(signature, "base64"))).toBe(true);
    expect(verify(null, Buffer.from("x"), publicKeyOf(publicKey), Buffer.from(signature, "base64"))).toBe(false);
  });

  it("while keys are replaced there is one signature for each, separated by a space", () => {
    const [next, before] = [webhookKey("v1", Buffer.alloc(32, 1)).key, webhookKey("v1", Buffer.alloc(32, 2)).key];
    expect(signWebhook(message, [next, before]).split(" ")).toEqual([
      signWebhook(message, [next]),
      signWebhook(message, [before]),
    ]);
  });
});
