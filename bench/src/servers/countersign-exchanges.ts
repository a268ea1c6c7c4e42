/** Exchanged tokens (RFC 8693), and the client of devices (RFC 8628). */

import { DEVICE_CODE } from "../devices.ts";
import { person, redeem } from "../grants.ts";
import { basic, expectStatus } from "../load/http.ts";
import type { Load } from "../load/model.ts";
import type { RelyingParty } from "../provider.ts";
import { REDIRECT_URI } from "./countersign-pages.ts";
import type { Deployment } from "./deployment.ts";

const EXCHANGE = "urn:ietf:params:oauth:grant-type:token-exchange";
const ACCESS_TOKEN = "urn:ietf:params:oauth:token-type:access_token";
const SECRET = ["--token-endpoint-auth-method", "client_secret_basic"];

/** A client that a command adds. */
function added({ cli }: Deployment, name: string, ...options: string[]): RelyingParty {
  const { client_id, client_secret } = JSON.parse(cli("clients", "add", "--name", name, ...options, "--json"));
  return { id: client_id, secret: client_secret };
}

/** A client that exchanges the token of a person for one of another resource server, again and again. */
export function exchanging(deployment: Deployment): Load {
  const { cli, services } = deployment;
  const { resource: identifier = "", scope = "" } = services.ES256.form ?? {};
  const { resource: target = "", scope: given = "" } = services.RS256.form ?? {};
  const provider = { ...deployment.provider, resource: { identifier, scope } };
  const grants = ["--grant-type", "authorization_code", "--grant-type", EXCHANGE, "--consent-policy", "implicit"];
  const client = added(
    deployment,
    "Exchange",
    ...grants,
    "--redirect-uri",
    REDIRECT_URI,
    "--scope",
    `openid ${scope} ${given}`,
  );
  const audiences = ["--client", client.id, "--source", identifier, "--target", target];
  cli("exchange-policies", "add", "Bench", ...audiences, "--subject-tokens", "own", "--scope", `${scope}=${given}`);
  return {
    kind: "steps",
    async open(index) {
      const { connection, code } = await person(provider, client, index, "openid");
      const { access_token } = await redeem(provider, client, connection, code, index);
      const form = {
        grant_type: EXCHANGE,
        subject_token: access_token,
        subject_token_type: ACCESS_TOKEN,
        resource: target,
      };
      const headers = { ...provider.from(index), authorization: basic(client.id, client.secret) };
      return async () => {
        expectStatus(await connection.send("POST", provider.paths.token, { headers, form }), 200, "exchange");
        return true;
      };
    },
  };
}

/** A client whose devices poll while they wait for a person. */
export function pollingClient(deployment: Deployment): RelyingParty {
  return added(deployment, "Device", "--grant-type", DEVICE_CODE, ...["--scope", "openid"], ...SECRET);
}
