import { describe, expect, it } from "vitest";
import { HMAC_ALGS } from "../keys/hmac.ts";
import { CLIENT_SIGNING_ALGS } from "../keys/jwk.ts";
import { ID_TOKEN_SIGNING_ALGS, SIGNED_BY_CLIENT } from "../record/registered-values.ts";
import { checkAlgs } from "./client-algs.ts";
import { clientMetadata } from "./client-metadata.ts";

const shape = clientMetadata({ issuer: "https://auth.example" });
const web = { client_name: "Web", redirect_uris: ["https://rp.example/cb"] };
const jwks = { keys: [{ kty: "OKP", crv: "Ed25519", x: "11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo" }] };

function faults(changes: object): readonly (readonly [unknown, string])[] {
  const issues = shape.safeParse({ ...web, ...changes }).error?.issues ?? [];
  return issues.map(({ path, message }) => [path[0], message]);
}

describe("OIDC Registration §2: the algorithms of ID tokens and request objects", () => {
  it.each(ID_TOKEN_SIGNING_ALGS)("id_token_signed_response_alg may be %s", (alg) => {
    expect(faults({ id_token_signed_response_alg: alg })).toEqual([]);
  });

  it.each(SIGNED_BY_CLIENT)("request_object_signing_alg may be %s", (alg) => {
    expect(faults({ request_object_signing_alg: alg })).toEqual([]);
  });

  it.each(["none", "HS128", "RS1", "ES256K", "Ed448", "dir", "rs256", ""])("neither may be %j", (alg) => {
    for (const name of ["id_token_signed_response_alg", "userinfo_signed_response_alg", "request_object_signing_alg"]) {
      expect(faults({ [name]: alg })).toMatchObject([[name, expect.any(String)]]);
    }
  });

  it.each(HMAC_ALGS)("OIDC Core §10.1: %s is not for public clients, which have no secret", (alg) => {
    for (const name of ["id_token_signed_response_alg", "userinfo_signed_response_alg", "request_object_signing_alg"]) {
      expect(faults({ token_endpoint_auth_method: "none", [name]: alg })).toEqual([
        [name, "needs a client that has a secret"],
      ]);
    }
  });
});

describe("OIDC Core §9: each signing method has its own algorithms", () => {
  const sharing = (alg?: string) =>
    faults({ token_endpoint_auth_method: "client_secret_jwt", token_endpoint_auth_signing_alg: alg });
  const signing = (alg?: string, method = "private_key_jwt") =>
    faults({ token_endpoint_auth_method: method, token_endpoint_auth_signing_alg: alg, jwks });

  it("client_secret_jwt has the HMAC algorithms, private_key_jwt all others", () => {
    expect([undefined, ...HMAC_ALGS].flatMap(sharing)).toEqual([]);
    expect([undefined, ...CLIENT_SIGNING_ALGS].flatMap((alg) => signing(alg))).toEqual([]);
  });

  it.each(CLIENT_SIGNING_ALGS)("client_secret_jwt refuses %s", (alg) => {
    expect(sharing(alg)).toEqual([
      ["token_endpoint_auth_signing_alg", "must be an HMAC algorithm with client_secret_jwt"],
    ]);
  });

  it.each(["private_key_jwt", "client_secret_basic", "none"])("%s refuses an HMAC algorithm", (method) => {
    for (const alg of HMAC_ALGS) {
      expect(signing(alg, method)).toEqual([["token_endpoint_auth_signing_alg", "is for client_secret_jwt only"]]);
    }
  });
});

describe("FAPI 2.0 Security Profile §5.4.1: the algorithms of its clients", () => {
  const wrong = (changes: object) => {
    const found: unknown[] = [];
    const metadata = {
      ...shape.parse(web),
      profile: "fapi2",
      id_token_signed_response_alg: "PS256",
      ...changes,
    } as const;
    checkAlgs(metadata as unknown as Parameters<typeof checkAlgs>[0], (path) => found.push(path[0]));
    return found;
  };

  it.each(["PS256", "ES256", "EdDSA", "Ed25519"])("%s", (alg) => {
    const signed = {
      id_token_signed_response_alg: alg,
      userinfo_signed_response_alg: alg,
      request_object_signing_alg: alg,
    };
    expect(wrong({ ...signed, token_endpoint_auth_signing_alg: alg })).toEqual([]);
  });

  it.each(["RS256", "PS384", "ES512", "HS256"])("not %s", (alg) => {
    const signed = {
      id_token_signed_response_alg: alg,
      userinfo_signed_response_alg: alg,
      request_object_signing_alg: alg,
    };
    expect(wrong(signed)).toEqual(Object.keys(signed));
    expect(wrong({ token_endpoint_auth_signing_alg: alg })).toContain("token_endpoint_auth_signing_alg");
  });

  it("and not client_secret_jwt, with any algorithm", () => {
    expect(wrong({ token_endpoint_auth_method: "client_secret_jwt" })).toEqual(["token_endpoint_auth_method"]);
  });
});
