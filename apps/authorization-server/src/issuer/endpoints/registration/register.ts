/** Dynamic client registration: RFC 7591 §3, OIDC Registration §3, specification §4.5. */
import { clientFields, hashSecret, newSecret, ProtocolError, registrationParser, secretEnd } from "@countersign/rules";
import type { Handler } from "@countersign/service";
import { newClient } from "../../../administration/clients/new-client.ts";
import type { Dependencies } from "../../../dependencies.ts";
import { bearerToken, invalidToken } from "../../../platform/http/bearer.ts";
import { jsonOf } from "../../../platform/http/json-body.ts";
import { registeredNow } from "../../../platform/stores/client/registration/registrations.ts";
import { prepareKeys } from "../../clients/prepare-keys.ts";
import { assertInReach, checkSector, countAttempt, registrationContext } from "../../clients/registration/policy.ts";
import { sendClient } from "../../clients/registration/response.ts";
import { type RegisteringOpenly, registerOpenly } from "./register-openly.ts";

type Registering = Pick<
  Dependencies,
  | "issuer"
  | "userinfoResource"
  | "userinfoSecretHash"
  | "mutualTls"
  | "nativeLocalhost"
  | "registrations"
  | "clientSecrets"
  | "keys"
  | "outbound"
  | "logoutDeliveries"
  | "fetchLogo"
  | "fetchSector"
  | "limits"
  | "lifetimes"
  | "now"
> &
  RegisteringOpenly;

export function register(deps: Registering): Handler {
  const parser = registrationParser(registrationContext(deps));
  const openly = deps.openRegistration.isOn ? registerOpenly(deps) : undefined;

  return async (call) => {
    await countAttempt(call, deps);
    if (call.req.headers.authorization === undefined) {
      if (openly === undefined) throw tokenIsNeeded();
      await openly(call);
      return;
    }

    const token = bearerToken(call.req);
    // RFC 7591 §3.1: the whole request is checked before a use of the token is consumed.
    const metadata = await checkedBy(
      () => assertUsesLeft(token, deps),
      async (assertToken) => {
        const body = await jsonOf(call);
        if (COSTLY.some((name) => Object.hasOwn(Object(body), name))) await assertToken();
        const parsed = parser.parse(body);
        assertInReach(parsed, deps);
        return parsed;
      },
    );
    await checkSector(metadata, deps);
    const logo = metadata.logo_uri === undefined ? undefined : await deps.fetchLogo(metadata.logo_uri);

    await prepareKeys(metadata, deps.keys.ensure);

    const at = deps.now();
    const made = newClient({ metadata, logo }, deps.clientSecrets, secretEnd(deps.lifetimes.clientSecretDays, at));
    const registrationAccessToken = newSecret();
    const client = {
      ...made.client,
      fields: clientFields(metadata),
      registrationAccessTokenHash: hashSecret(registrationAccessToken),
    };
    if (!(await deps.registrations.register(client, token, { at, ...call.from }))) {
      throw invalidToken("spent meanwhile");
    }

    // §3.2.1: the response states what was stored, without reading it back.
    const own = { client: registeredNow(client, at), registrationAccessToken, unusedSecret: made.secret };
    sendClient(call, 201, own, deps.issuer);
  };
}

// It says what is missing, and nothing of which tokens exist: the request has none.
const tokenIsNeeded = () =>
  new ProtocolError(
    "invalid_token",
    "a registration needs an initial access token, which the operator of this server gives",
  );

/** Members that cost more than checking the token: a fetch, a key of ours, operations with the client's keys. */
const COSTLY = [
  "jwks",
  "logo_uri",
  "sector_identifier_uri",
  "id_token_signed_response_alg",
  "userinfo_signed_response_alg",
  "authorization_signed_response_alg",
  "introspection_signed_response_alg",
];

/**
 * The checked metadata of the request. Specification §5: for a request without a valid token nothing is fetched or
 * created, and the response reveals nothing about its contents. The token is checked separately only where that matters
 * before a use of it is consumed.
 */
async function checkedBy<T>(
  assertToken: () => Promise<void>,
  check: (assertToken: () => Promise<void>) => Promise<T>,
): Promise<T> {
  try {
    return await check(assertToken);
  } catch (err) {
    await assertToken();
    throw err;
  }
}

async function assertUsesLeft(
  token: string,
  { registrations, now }: Pick<Registering, "registrations" | "now">,
): Promise<void> {
  if (!(await registrations.hasUsesLeft(token, now()))) throw invalidToken("no use left");
}
