/** Each refusal of a value says what is allowed instead, so that the reason is found in a minute. */
import { describe, expect, it } from "vitest";
import { ProtocolError } from "../../errors.ts";
import { authorizationParams } from "../../request/authorization-request.ts";
import { wrongParameter } from "../../request/parameters.ts";
import { registrationParser } from "./registration.ts";
import { registrationShape } from "./registration-shape.ts";

const { parse } = registrationParser({
  issuer: "https://auth.example",
  userinfoResource: "https://api.example",
  scopes: ["openid"],
  userinfoJwt: true,
});

const WRONG = [7, -1.5, true, null, "", " ", "\0", "é", "http", "a".repeat(5000), {}, { a: 1 }, [], [7], [""], ["é"]];

/** What the refusals of these values say. */
const said = (act: (value: unknown) => unknown) =>
  WRONG.flatMap((value) => {
    try {
      act(value);
      return [];
    } catch (err) {
      if (!(err instanceof ProtocolError)) throw err;
      return [`${JSON.stringify(value).slice(0, 20)}: ${err.message}`];
    }
  });
const UNSAID = /is malformed|is not valid/;

describe("field.md F14: what is wrong is said, and what is allowed", () => {
  it.each(Object.keys(registrationShape))("of the member %s", (name) => {
    const texts = said((value) => parse({ redirect_uris: ["https://rp.example/cb"], [name]: value }));
    expect(texts.filter((text) => UNSAID.test(text))).toEqual([]);
  });

  it("of a key set without keys, which member is missing", () => {
    const keys = { redirect_uris: ["https://rp.example/cb"], token_endpoint_auth_method: "private_key_jwt", jwks: {} };
    expect(() => parse(keys)).toThrow("jwks.keys is missing");
  });

  it("of a response type, which there are", () => {
    const types = { redirect_uris: ["https://rp.example/cb"], response_types: ["x"] };
    expect(() => parse(types)).toThrow("response_types must be one of code, token, id_token, id_token token,");
  });

  it.each(Object.entries(authorizationParams.shape))("of the parameter %s", (name, shape) => {
    const texts = said((value) => {
      const taken = shape.safeParse(value, { reportInput: true });
      const [issue] = taken.error?.issues ?? [];
      if (issue !== undefined && typeof value === "string") throw wrongParameter({ ...issue, path: [name] });
    });
    expect(texts.filter((text) => UNSAID.test(text))).toEqual([]);
  });
});
