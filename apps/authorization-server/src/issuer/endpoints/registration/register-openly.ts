/** Dynamic client registration without an initial access token, if the deployment opens it: RFC 7591 §3. */
import { hashSecret, newSecret, openRegistrationParser, ProtocolError } from "@countersign/rules";
import type { Handler } from "@countersign/service";
import { newClient } from "../../../administration/clients/new-client.ts";
import type { Dependencies } from "../../../dependencies.ts";
import { jsonOf } from "../../../platform/http/json-body.ts";
import { registeredNow } from "../../../platform/stores/client/registration/registrations.ts";
import { prepareKeys } from "../../clients/prepare-keys.ts";
import { registrationContext } from "../../clients/registration/policy.ts";
import { sendClient } from "../../clients/registration/response.ts";

export type RegisteringOpenly = Parameters<typeof registrationContext>[0] &
  Pick<
    Dependencies,
    "clientDocumentsPolicy" | "clientSecrets" | "keys" | "now" | "openRegistration" | "openRegistrations"
  >;

/** Answers a request that has no token. The caller counted it. */
export function registerOpenly(deps: RegisteringOpenly): Handler {
  const context = registrationContext(deps);
  const scopes = [...new Set([...context.scopes, ...deps.clientDocumentsPolicy.scopes])];
  const parser = openRegistrationParser({ ...context, scopes });

  return async (call) => {
    const metadata = parser.parse(await jsonOf(call));
    await prepareKeys(metadata, deps.keys.ensure);
    const at = deps.now();
    const made = newClient({ metadata, logo: undefined }, deps.clientSecrets);
    // No one is told the token, so RFC 7592 changes nothing of what was registered here.
    const client = { ...made.client, registrationAccessTokenHash: hashSecret(newSecret()) };
    const { mostClients } = deps.openRegistration;
    if (!(await deps.openRegistrations.register(client, mostClients, { at, ...call.from })))
      throw new ProtocolError("temporarily_unavailable", "no more clients can register without a token now");
    sendClient(call, 201, { client: registeredNow(client, at) }, deps.issuer);
  };
}
