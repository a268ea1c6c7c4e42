/** How we authenticate at the token endpoint of a provider: with our secret there, or with our signing keys. */
import { randomUUID } from "node:crypto";
import { type SigningAlg, type SigningKey, signOwnAssertion } from "@countersign/jwt";
import * as client from "openid-client";
import type { SealedTexts } from "../../../issuer/keys/sealed-texts.ts";
import { type IdentityProvider, providerOwner } from "../../../platform/stores/ways-in/identity-providers.ts";

export interface OwnCredentials {
  readonly texts: Pick<SealedTexts, "open">;
  readonly keys: {
    /** The key that signs now with an algorithm. */
    signer(alg: SigningAlg): Promise<SigningKey>;
  };
  readonly now: () => Date;
}

/** Our secret at the provider; if there is none, assertions by our keys, which are in our JWK Set. */
export function authenticationAt(
  { id, secret }: Pick<IdentityProvider, "id" | "secret">,
  { texts, ...own }: OwnCredentials,
): client.ClientAuth {
  return secret === undefined ? byKey(own) : bySecret(texts.open(secret, providerOwner(id)));
}

/** RFC 6749 §2.3.1: HTTP Basic, unless the provider supports only the other way. */
function bySecret(secret: string): client.ClientAuth {
  const [basic, post] = [client.ClientSecretBasic(secret), client.ClientSecretPost(secret)];
  return (as, ...others) => {
    const methods = as.token_endpoint_auth_methods_supported ?? ["client_secret_basic"];
    return (methods.includes("client_secret_basic") ? basic : post)(as, ...others);
  };
}

/** In the order in which we prefer them. */
const ALGS: readonly SigningAlg[] = ["ES256", "RS256", "PS256", "EdDSA", "Ed25519"];
const ASSERTION_SECONDS = 60;
const TYPE = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer";

/** RFC 7523 §2.2, OIDC Core §9 (private_key_jwt): each assertion is for one request, by the key that signs now. */
const byKey =
  ({ keys, now }: Omit<OwnCredentials, "texts">): client.ClientAuth =>
  async (as, { client_id: clientId }, body) => {
    const supported = as.token_endpoint_auth_signing_alg_values_supported;
    const alg = ALGS.find((one) => supported === undefined || supported.includes(one));
    if (alg === undefined) throw new Error("the provider accepts no algorithm of ours for assertions");
    const iat = Math.floor(now().getTime() / 1000);
    const claims = { clientId, audience: as.issuer, jti: randomUUID(), iat, exp: iat + ASSERTION_SECONDS };
    body.set("client_id", clientId);
    body.set("client_assertion_type", TYPE);
    body.set("client_assertion", await signOwnAssertion(await keys.signer(alg), claims));
  };
