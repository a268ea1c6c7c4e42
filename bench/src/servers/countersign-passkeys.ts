/** Passkeys of the people of a deployment, and the authenticator that holds them: this process. */
import { createHash, createSign, generateKeyPairSync } from "node:crypto";
import pg from "pg";
import type { SignInForm } from "./countersign-pages.ts";

const [USER_PRESENT, USER_VERIFIED] = [1, 4];

const sha256 = (data: string | Buffer) => createHash("sha256").update(data).digest();
const credentialOf = (username: string) => sha256(`passkey ${username}`);
const handleOf = (username: string) => sha256(`handle ${username}`);

/** Gives every person a passkey, and returns how the sign-in page is answered with it (WebAuthn §7.2). */
export async function addPasskeys(databaseUrl: string, issuer: string): Promise<SignInForm> {
  const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const { x = "", y = "" } = publicKey.export({ format: "jwk" });
  const rpId = new URL(issuer).hostname;
  await insertPasskeys(databaseUrl, rpId, coseKey(Buffer.from(x, "base64url"), Buffer.from(y, "base64url")));

  const head = Buffer.concat([sha256(rpId), Buffer.from([USER_PRESENT | USER_VERIFIED, 0, 0, 0, 0])]);
  return (page, username) => {
    const [, challenge] = /data-options="[^"]*&quot;challenge&quot;:&quot;([\w-]+)&quot;/.exec(page) ?? [];
    const client = Buffer.from(JSON.stringify({ type: "webauthn.get", challenge, origin: issuer, crossOrigin: false }));
    const signature = createSign("sha256").update(head).update(sha256(client)).sign(privateKey);
    const id = credentialOf(username).toString("base64url");
    const response = {
      clientDataJSON: client.toString("base64url"),
      authenticatorData: head.toString("base64url"),
      signature: signature.toString("base64url"),
      userHandle: handleOf(username).toString("base64url"),
    };
    return { action: "passkey", credential: JSON.stringify({ id, rawId: id, type: "public-key", response }) };
  };
}

/** A COSE_Key of ES256 (RFC 9053 §2.1 and §7.1). */
const coseKey = (x: Buffer, y: Buffer) =>
  Buffer.concat([Buffer.from("a5010203262001215820", "hex"), x, Buffer.from("225820", "hex"), y]);

async function insertPasskeys(databaseUrl: string, rpId: string, publicKey: Buffer): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query(`UPDATE end_user SET webauthn_user_handle = sha256(convert_to('handle ' || username, 'UTF8'))`);
    await client.query(
      `INSERT INTO passkey (id, user_id, credential_id, public_key, alg, sign_count, transports, aaguid,
                            backup_eligible, backed_up, "use", rp_id, name, created_at)
       SELECT gen_random_uuid(), id, sha256(convert_to('passkey ' || username, 'UTF8')), $1, -7, 0, '{internal}',
              '00000000-0000-0000-0000-000000000000', false, false, 'sign-in', $2, '', now()
         FROM end_user ON CONFLICT DO NOTHING`,
      [publicKey, rpId],
    );
  } finally {
    await client.end();
  }
}
