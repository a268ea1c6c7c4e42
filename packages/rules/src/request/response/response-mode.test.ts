import { describe, expect, it } from "vitest";
import { RESPONSE_MODES, type ResponseMode } from "../../client/record/registered-values.ts";
import { checkResponseMode, deliveryOf } from "./response-mode.ts";
import { RESPONSE_TYPES } from "./response-type.ts";

const anyClient = {};
const encryptedClient = { authorizationEncryptedResponseAlg: "RSA-OAEP-256" } as const;
const clientOf = (...responseModes: ResponseMode[]) => ({ responseModes });
const refused = expect.objectContaining({ code: "invalid_request" });
const leaking = RESPONSE_TYPES.filter((type) => type !== "code" && type !== "none");

describe("OAuth Multiple Response Types §2.1: the response mode", () => {
  it.each([
    ["code, by default in the query", "code", undefined, "query"],
    ["code, in the fragment if asked", "code", "fragment", "fragment"],
    ["token, in the fragment", "token", undefined, "fragment"],
    ["id_token, in the fragment", "id_token", "fragment", "fragment"],
    ["a token in any company, in the fragment", "bogus token", undefined, "fragment"],
    ["resp-06: a query asked for a token, in the fragment all the same", "id_token token", "query", "fragment"],
    ["resp-05: an unknown mode, in that of the type", "code", "bogus", "query"],
    ["code id_token, in the fragment (§5)", "code id_token", undefined, "fragment"],
    ["code token, in the fragment (§5)", "code token", undefined, "fragment"],
    ["resp-06: a query asked for a hybrid type, in the fragment all the same", "code token", "query", "fragment"],
    ["none, in the query (§4)", "none", undefined, "query"],
    ["none, in the fragment if asked", "none", "fragment", "fragment"],
    ["code, in a form if asked", "code", "form_post", "form_post"],
    ["tokens, in a form if asked", "code id_token token", "form_post", "form_post"],
    ["an unknown type, in a form if asked", "bogus", "form_post", "form_post"],
    ["resp-08: a form that we cannot make, in the mode of the type", "token", "form_post.jws", "fragment"],
    ["no type at all, in the query", undefined, undefined, "query"],
    ["no type at all, in a form if asked", undefined, "form_post", "form_post"],
  ] as const)("%s", (_, type, mode, by) => {
    expect(deliveryOf(type, mode, anyClient)).toEqual({ by, isJwt: false });
  });

  it.each(leaking.map((type) => [type]))("resp-06: query is refused for %s", (type) => {
    expect(() => checkResponseMode(type, "query", anyClient)).toThrow(refused);
    for (const mode of ["fragment", "form_post", undefined] as const) {
      expect(() => checkResponseMode(type, mode, anyClient)).not.toThrow();
    }
  });

  it.each(["code", "none"] as const)("every mode is allowed for %s", (type) => {
    for (const mode of RESPONSE_MODES) expect(() => checkResponseMode(type, mode, anyClient)).not.toThrow();
  });
});

describe("JARM §2.3: the modes whose responses are JWTs", () => {
  it.each([
    ["jwt means the query for a code (§2.3.4)", "code", "jwt", "query"],
    ["jwt means the query for none", "none", "jwt", "query"],
    ["jwt means the fragment for tokens (§2.3.4)", "code id_token", "jwt", "fragment"],
    ["query.jwt", "code", "query.jwt", "query"],
    ["fragment.jwt", "code", "fragment.jwt", "fragment"],
    ["form_post.jwt", "id_token token", "form_post.jwt", "form_post"],
    ["query.jwt with tokens leaks them, so they come in the fragment (§2.3.1)", "token", "query.jwt", "fragment"],
  ] as const)("%s", (_, type, mode, by) => {
    expect(deliveryOf(type, mode, anyClient)).toEqual({ by, isJwt: true });
  });

  it.each(leaking)("§2.3.1: query.jwt is refused for %s, unless the JWT is encrypted", (type) => {
    expect(() => checkResponseMode(type, "query.jwt", anyClient)).toThrow(refused);
    expect(() => checkResponseMode(type, "query.jwt", encryptedClient)).not.toThrow();
    expect(() => checkResponseMode(type, "jwt", anyClient)).not.toThrow();
    expect(deliveryOf(type, "query.jwt", encryptedClient)).toEqual({ by: "query", isJwt: true });
  });
});

describe("FAPI 2.0 Message Signing §5.4: a client that registered its response modes uses no other", () => {
  const signed = clientOf("jwt");

  it.each([undefined, "query", "fragment", "form_post", "query.jwt", "form_post.jwt"] as const)(
    "if it registered only jwt, %s is refused",
    (mode) => {
      expect(() => checkResponseMode("code", mode, signed)).toThrow(refused);
      expect(() => checkResponseMode("code", "jwt", signed)).not.toThrow();
    },
  );

  it("a mode that it did not register is refused, and one that it registered is not", () => {
    const client = clientOf("query", "form_post.jwt");
    expect(() => checkResponseMode("code", undefined, client)).not.toThrow();
    expect(() => checkResponseMode("code", "form_post.jwt", client)).not.toThrow();
    for (const mode of ["fragment", "jwt"] as const)
      expect(() => checkResponseMode("code", mode, client)).toThrow(refused);
  });

  it.each([undefined, "query", "form_post", "bogus"])(
    "jarx-05: if it registered only JWTs, an error for response mode %s is a JWT",
    (mode) => {
      expect(deliveryOf("code", mode, signed)).toEqual({ by: "query", isJwt: true });
      expect(deliveryOf("code id_token", mode, signed)).toEqual({ by: "fragment", isJwt: true });
      expect(deliveryOf(undefined, mode, clientOf("query.jwt", "form_post.jwt"))).toEqual({ by: "query", isJwt: true });
    },
  );

  it("if it registered a mode without a JWT, an error for any other mode is sent in the plain default", () => {
    expect(deliveryOf("code", "jwt", clientOf("query"))).toEqual({ by: "query", isJwt: false });
    expect(deliveryOf("code", "form_post", clientOf("query", "jwt"))).toEqual({ by: "query", isJwt: false });
  });
});
