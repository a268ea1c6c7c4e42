/** The steps of a sign-in by device, for the page that explains it. */
import type { ServerMetadata, TokenEndpointResponse, UserInfoResponse } from "openid-client";
import type { Config } from "../config.ts";
import { explained, idTokenChecks, type Step, userinfoStep } from "../sign-in/step.ts";
import type { ProvenIdToken } from "../tokens/id-token.ts";
import type { WaitingDevice } from "./device-requests.ts";

interface DeviceFacts {
  readonly metadata: ServerMetadata;
  readonly config: Pick<Config, "clientId" | "scope">;
  readonly device: WaitingDevice;
  readonly tokens: TokenEndpointResponse;
  readonly idToken: ProvenIdToken;
  readonly userinfo: UserInfoResponse | undefined;
}

export function explainDevice(facts: DeviceFacts): readonly Step[] {
  const { metadata, config, device, tokens, idToken } = facts;
  const { access_token, token_type, expires_in, scope, id_token } = tokens;
  const received = { access_token, token_type, expires_in, scope, id_token };
  return [
    {
      title: "The television asked for a code",
      explanation: "Server to server. It showed the code and the address, and could do nothing more than wait.",
      request: `POST ${metadata.device_authorization_endpoint}`,
      parameters: explained(
        Object.entries({ client_id: config.clientId, scope: config.scope, user_code: device.userCode }),
      ),
    },
    {
      title: "You decided at another browser",
      explanation:
        "There you signed in, compared the code, saw which application asks from where, and agreed. Nothing of that " +
        "came through the television.",
      request: `GET ${device.verificationUri}`,
      parameters: [],
    },
    {
      title: "The television asked until it got tokens",
      explanation: "The provider said how often it may ask. The last rows are what came back, once.",
      request: `POST ${metadata.token_endpoint}`,
      parameters: explained(Object.entries({ device_code: "…", client_id: config.clientId, ...received })),
    },
    {
      title: "The ID token was checked",
      explanation:
        "A token proves nothing until every one of these holds. If one had failed, you would not be signed in.",
      request: undefined,
      parameters: idTokenChecks(idToken, metadata).filter(({ name }) => name !== "nonce"),
    },
    userinfoStep(facts),
  ];
}
