/** Device authorization endpoint: RFC 8628 §3.1 and §3.2. */
import {
  DEVICE_CODE,
  isPublicClient,
  POLL_INTERVAL_SECONDS,
  ProtocolError,
  remedyOf,
  showUserCode,
} from "@countersign/rules";
import { assertForm, type Call, type Handler } from "@countersign/service";
import type { Dependencies } from "../../../dependencies.ts";
import { paths } from "../../../paths.ts";
import { LONGEST_USER_AGENT } from "../../../platform/stores/requests/device-request.ts";
import { DEVICE_TTL_SECONDS } from "../../../platform/stores/requests/device-requests.ts";
import { readDeviceRequest, storedParameters } from "../../interaction/arrival/read-device-request.ts";
import { answerLimited, assertBelowLimit, type LimitedRequest } from "../limited-request.ts";

export function deviceAuthorization(deps: Dependencies): Handler {
  return async (call) => {
    assertForm(call.req);
    // §3.1: the client authenticates as at the token endpoint.
    await answerLimited(call, deps, "device_authorization", (request, within) => answer(call, request, within));
  };
}

async function answer(
  call: Call,
  { parameters: sent, client, prove }: LimitedRequest,
  deps: Dependencies,
): Promise<void> {
  const isAuthenticated = !isPublicClient(client);
  if (isAuthenticated) assertBelowLimit(deps.limits.deviceRequestsPerClient.count(client.id));

  if (!client.grantTypes.includes(DEVICE_CODE)) {
    const remedy = remedyOf("register_grant_type");
    throw new ProtocolError(
      "unauthorized_client",
      "client may not use this grant_type",
      DEVICE_CODE,
      undefined,
      remedy,
    );
  }
  // The request is checked now, and again when a person sees it.
  const parameters = storedParameters(sent, client.id);
  await readDeviceRequest(parameters, client, deps);

  // Anyone can send the id of a public client, so its requests count for their source.
  const limits = isAuthenticated ? [] : deps.limits.deviceRequests.steps(call.address);
  const { deviceCode, userCode } = await deps.deviceRequests.begin(
    {
      clientId: client.id,
      parameters: [...parameters.entries()],
      timesEnded: client.timesEnded ?? 0,
      // RFC 9449 §10: if the device proved a key already, only that key gets the tokens.
      key: (await prove()).key,
      isAuthenticated,
      address: call.address,
      userAgent: call.req.headers["user-agent"]?.slice(0, LONGEST_USER_AGENT),
    },
    limits,
  );
  deps.clientUses.note(client, deps.now());

  const verification = `${deps.issuer}${paths.device}`;
  const shown = showUserCode(userCode);
  const body = {
    device_code: deviceCode,
    user_code: shown,
    verification_uri: verification,
    verification_uri_complete: `${verification}?${new URLSearchParams({ user_code: shown })}`,
    expires_in: DEVICE_TTL_SECONDS,
    interval: POLL_INTERVAL_SECONDS,
  };
  call.json(body, { "cache-control": "no-store", pragma: "no-cache" });
}
