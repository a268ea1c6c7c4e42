/** Dynamic client registration: RFC 7591 §3, OIDC Registration §3, specification §4.5. */
import { randomUUID } from "node:crypto";
import {
  hashSecret,
  hasSecret,
  newClientSecret,
  newSecret,
  parseRegistration,
  secretEnd,
  secretUseIn,
} from "@countersign/rules";
import type { Handler } from "@countersign/service";
import type { Dependencies } from "../dependencies.ts";
import { bearerToken, invalidToken } from "../http/bearer.ts";
import { jsonOf } from "../http/json-body.ts";
import { assertInReach, checkSector, countAttempt, prepareKeys, registrationContext } from "./registration/admit.ts";
import { sendClient } from "./registration/response.ts";

type Registering = Pick<
  Dependencies,
  | "issuer"
  | "userinfoResource"
  | "userinfoSecretHash"
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
>;

export function register(deps: Registering): Handler {
  return async (call) => {
    await countAttempt(call, deps);

    // Specification §5: nobody registers without a token. Nothing is fetched or parsed for those without.
    const initialAccessToken = bearerToken(call.req);
    if (!(await deps.registrations.admits(initialAccessToken, deps.now()))) throw invalidToken("no use left");

    // RFC 7591 §3.1: all of it is checked before the token loses a use.
    const metadata = parseRegistration(await jsonOf(call), registrationContext(deps));
    assertInReach(metadata, deps);
    await checkSector(metadata, deps);
    const logo = metadata.logo_uri === undefined ? undefined : await deps.fetchLogo(metadata.logo_uri);

    await prepareKeys(metadata, deps);

    const id = randomUUID();
    const use = secretUseIn(metadata);
    const clientSecret = hasSecret(use) ? newClientSecret(use) : undefined;
    const kept = clientSecret === undefined ? undefined : deps.clientSecrets.keep(clientSecret, id, use);
    const registrationAccessToken = newSecret();
    const made = await deps.registrations.register(
      {
        id,
        metadata,
        logo,
        secretHash: undefined,
        ...kept,
        secretExpiresAt: secretEnd(deps.lifetimes.clientSecretDays, deps.now()),
        registrationAccessTokenHash: hashSecret(registrationAccessToken),
      },
      initialAccessToken,
      { at: deps.now(), address: call.address },
    );
    if (!made) throw invalidToken("spent meanwhile");

    // §3.2.1: read back, so that what we say is what is there.
    const own = await deps.registrations.find({ id, registrationAccessToken });
    if (own === undefined) throw invalidToken("the client ended meanwhile");
    sendClient(call, 201, { ...own, unusedSecret: clientSecret }, deps.issuer);
  };
}
