/** Management of a registration by the client itself: RFC 7592. */
import { registrationParser, secretEnd, secretUseIn } from "@countersign/rules";
import type { Call, Handler } from "@countersign/service";
import type { Dependencies } from "../../../dependencies.ts";
import { bearerToken, invalidToken } from "../../../platform/http/bearer.ts";
import { jsonOf } from "../../../platform/http/json-body.ts";
import type { OwnRegistration, Registrant } from "../../../platform/stores/client/registration/registrations.ts";
import { prepareKeys } from "../../clients/prepare-keys.ts";
import { assertInReach, checkSector, countAttempt, registrationContext } from "../../clients/registration/policy.ts";
import { renewed } from "../../clients/registration/renewal.ts";
import { sendClient } from "../../clients/registration/response.ts";
import { isOwnSecret, secretAfter } from "../../clients/registration/secret.ts";

type Managing = Pick<
  Dependencies,
  | "issuer"
  | "userinfoResource"
  | "userinfoSecretHash"
  | "mutualTls"
  | "nativeLocalhost"
  | "registrations"
  | "clientUses"
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

/** `GET`: §2.1. */
export function readRegistration(deps: Managing): Handler {
  return async (call) => {
    const { own } = await findOwn(call, deps);
    const next = await renewed(own, occurrenceOf(call, deps), deps);
    if (next === undefined) throw notOwn();
    sendClient(call, 200, next, deps.issuer);
  };
}

/** `PUT`: §2.2. A member that is omitted is no longer registered. */
export function replaceRegistration(deps: Managing): Handler {
  const parser = registrationParser(registrationContext(deps));

  return async (call) => {
    const { own, registrant } = await findOwn(call, deps);
    const { client } = own;

    const { metadata, secret } = parser.parseReplacement(await jsonOf(call), {
      clientId: client.id,
      profile: client.profile,
      isOwnSecret: (value) => isOwnSecret(value, client),
    });
    assertInReach(metadata, deps);
    await checkSector(metadata, deps);
    const logo = metadata.logo_uri === undefined ? undefined : await deps.fetchLogo(metadata.logo_uri);

    await prepareKeys(metadata, deps.keys.ensure);
    const { stored, made } = secretAfter(client, secret, { use: secretUseIn(metadata), secrets: deps.clientSecrets });
    const secretExpiresAt = made === undefined ? undefined : secretEnd(deps.lifetimes.clientSecretDays, deps.now());
    const replacement = { metadata, logo, secretHash: undefined, ...stored, secretExpiresAt, newSecret: made };

    const replaced = await deps.registrations.replace(registrant, replacement, occurrenceOf(call, deps));
    const next = replaced && (await renewed(replaced, occurrenceOf(call, deps), deps));
    if (next === undefined) throw notOwn();
    sendClient(call, 200, next, deps.issuer);
  };
}

/** `DELETE`: §2.3. */
export function deleteRegistration(deps: Managing): Handler {
  return async (call) => {
    const { registrant } = await findOwn(call, deps);
    if (!(await deps.registrations.remove(registrant, occurrenceOf(call, deps)))) throw notOwn();
    call.end(204, { "cache-control": "no-store", pragma: "no-cache" });
  };
}

// §2: an unknown client, a token of another client and a token of a removed client get the same response.
const notOwn = () => invalidToken("not a registration access token of this client");

interface Found {
  readonly own: OwnRegistration;
  /** The client as it authenticated itself, possibly by the previous token. */
  readonly registrant: Registrant;
}

async function findOwn(call: Call, deps: Managing): Promise<Found> {
  await countAttempt(call, deps);

  const registrant = { id: String(call.params.client_id), registrationAccessToken: bearerToken(call.req) };
  const own = await deps.registrations.find(registrant);
  if (own === undefined) throw notOwn();
  deps.clientUses.note(own.client, deps.now());
  return { own, registrant };
}

const occurrenceOf = (call: Call, { now }: Pick<Dependencies, "now">) => ({ at: now(), ...call.from });
