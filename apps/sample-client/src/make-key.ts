/** `npm run make-key -- FILE`: writes a new private key to FILE, and prints the JWK Set that the provider registers. */
import { writeFileSync } from "node:fs";
import { calculateJwkThumbprint, exportJWK, generateKeyPair } from "jose";

const [file] = process.argv.slice(2);
if (file === undefined) {
  process.stderr.write("Which file? npm run make-key -- client-key.json\n");
  process.exit(2);
}

const { publicKey, privateKey } = await generateKeyPair("ES256", { extractable: true });
const publicJwk = await exportJWK(publicKey);
const names = { kid: await calculateJwkThumbprint(publicJwk), alg: "ES256", use: "sig" };

// "wx": a key that is in use is never overwritten. 0600: only its owner reads it.
writeFileSync(file, `${JSON.stringify({ ...(await exportJWK(privateKey)), ...names })}\n`, { flag: "wx", mode: 0o600 });
process.stdout.write(`${JSON.stringify({ keys: [{ ...publicJwk, ...names }] })}\n`);
