/** Assertions by which FAPI 2 clients authenticate: FAPI 2.0 Security Profile §5.3.2.1, RFC 7523 §3. */
import { push, pushed, requestOf } from "../suite/fapi/authorization.ts";
import type { Bank } from "../suite/fapi/bank.ts";
import { codeOf } from "../suite/fapi/flow.ts";
import { type Changes, secondsNow, withRs256 } from "../suite/fapi/jwt.ts";
import { checkRefusal, checkTokens, redeem } from "../suite/fapi/tokens.ts";
import type { FapiModule } from "./fapi-module.ts";

type Mistake = (bank: Bank) => Changes | null | Promise<Changes | null>;

/** A token request with this assertion is refused. Without the mistake, the same code is accepted. */
const refusedAtToken =
  (mistake: Mistake): FapiModule =>
  async (bank) => {
    // The second client has a key of RSA.
    const { request, code } = await codeOf(bank, { client: bank.clients[1] });
    const answer = await redeem(bank, request, code, { assertion: await mistake(bank) });
    checkRefusal(answer, 401, "invalid_client");
    // The refusal did not use up the code.
    await checkTokens(bank, await redeem(bank, request, code), request.client);
  };

/** A pushed request with this assertion is refused. */
const refusedAtPar =
  (mistake: Mistake): FapiModule =>
  async (bank) => {
    const request = await requestOf(bank, bank.clients[0]);
    checkRefusal(await push(bank, request, { assertion: await mistake(bank) }), 401, "invalid_client");
    await pushed(bank, request);
  };

const ahead = (seconds: number): Changes => {
  const at = secondsNow() + seconds;
  return { claims: { iat: at, nbf: at, exp: at + 60 } };
};

export const fapiAssertions = {
  "fapi2-security-profile-final-ensure-signed-client-assertion-with-RS256-fails": refusedAtToken(
    async ({ clients }) => ({ key: await withRs256(clients[1].key) }),
  ),
  "fapi2-security-profile-final-ensure-client-assertion-in-token-endpoint": refusedAtToken(() => null),
  "fapi2-security-profile-final-ensure-client-assertion-with-exp-is-5-minutes-in-past-fails": refusedAtToken(() =>
    ahead(-360),
  ),
  "fapi2-security-profile-final-ensure-client-assertion-with-wrong-aud-fails": refusedAtToken(() => ({
    claims: { aud: "https://another.test" },
  })),
  "fapi2-security-profile-final-ensure-client-assertion-with-no-sub-fails": refusedAtToken(() => ({
    claims: { sub: undefined },
  })),
  "fapi2-security-profile-final-par-ensure-jwt-client-assertions-nbf-8-seconds-in-the-future-is-accepted": async (
    bank,
  ) => void (await pushed(bank, await requestOf(bank, bank.clients[0]), { assertion: ahead(8) })),
  "fapi2-security-profile-final-par-ensure-jwt-client-assertions-nbf-over-60-seconds-in-the-future-fails": refusedAtPar(
    () => ahead(65),
  ),
  "fapi2-security-profile-final-par-test-array-as-audience-fails": refusedAtPar(({ server }) => ({
    claims: { aud: [server.issuer] },
  })),
  "fapi2-security-profile-final-par-test-par-endpoint-url-as-audience-fails": refusedAtPar(({ server }) => ({
    claims: { aud: server.pushed_authorization_request_endpoint },
  })),
  "fapi2-security-profile-final-par-test-token-endpoint-url-as-audience-fails": refusedAtPar(({ server }) => ({
    claims: { aud: server.token_endpoint },
  })),
} satisfies Record<string, FapiModule>;
