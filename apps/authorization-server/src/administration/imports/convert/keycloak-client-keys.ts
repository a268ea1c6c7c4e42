/** The keys with which a client of Keycloak signs its assertions and request objects. */
import { X509Certificate } from "node:crypto";
import { jsonOrUndefined } from "@countersign/guard/json";
import { record, textIn } from "./converted.ts";

const LONGEST_CERTIFICATE = 16_000;
const LONGEST_KEYS = 65_536;

type Members = Readonly<Record<string, unknown>>;

/** `jwks_uri`, or `jwks` of what stands in the export; none if it has no key that can be read. */
export function keysOf(attributes: Members): Members {
  const [uri, text] = [textIn(attributes["jwks.url"]), textIn(attributes["jwks.string"])];
  if (attributes["use.jwks.url"] !== "false" && uri !== undefined) return { jwks_uri: uri };
  const keys = text === undefined ? undefined : record(jsonOrUndefined(text, { longest: LONGEST_KEYS }));
  return keys === undefined ? ofCertificate(textIn(attributes["jwt.credential.certificate"])) : { jwks: keys };
}

function ofCertificate(base64: string | undefined): Members {
  if (base64 === undefined || base64.length > LONGEST_CERTIFICATE) return {};
  try {
    const { publicKey } = new X509Certificate(Buffer.from(base64, "base64"));
    return { jwks: { keys: [{ ...publicKey.export({ format: "jwk" }), use: "sig" }] } };
  } catch {
    return {};
  }
}
