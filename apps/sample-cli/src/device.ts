/** The device grant: the person decides at a browser elsewhere (RFC 8628). */
import {
  type Configuration,
  type DeviceAuthorizationResponse,
  initiateDeviceAuthorization,
  pollDeviceAuthorizationGrant,
  type TokenEndpointResponse,
  type TokenEndpointResponseHelpers,
} from "openid-client";
import { renderUnicodeCompact } from "uqr";
import { isNetworkError, Problem } from "./problem.ts";

/** What this program asks for. */
export interface Asked {
  readonly scope: string;
  /** RFC 8707: the access token is for this API, and for no other one. */
  readonly api: string;
}

export type Tokens = TokenEndpointResponse & TokenEndpointResponseHelpers;

export async function signInByDevice(
  provider: Configuration,
  { scope, api }: Asked,
  say: (text: string) => void,
): Promise<Tokens> {
  if (provider.serverMetadata().device_authorization_endpoint === undefined) {
    throw new Problem("The provider does not have the device grant. Try `sign-in --browser`.");
  }
  const device = await initiateDeviceAuthorization(provider, { scope });
  say(invitationOf(device));
  return poll(provider, device, { api, endsAt: performance.now() + device.expires_in * 1000 });
}

function invitationOf(device: DeviceAuthorizationResponse): string {
  const complete = device.verification_uri_complete;
  return [
    `Open  ${device.verification_uri}`,
    `Code  ${device.user_code}`,
    ...(complete === undefined ? [] : ["", renderUnicodeCompact(complete), "", complete]),
    "",
    "Use a code only if you ran this command yourself, and compare it with the one there.",
    `It waits for ${Math.ceil(device.expires_in / 60)} minutes at most. Ctrl-C ends it.`,
  ].join("\n");
}

/** openid-client waits between polls, and longer after `slow_down`. After a request without an answer, so does this. */
async function poll(
  provider: Configuration,
  device: DeviceAuthorizationResponse,
  until: { readonly api: string; readonly endsAt: number },
  interval = device.interval ?? 5,
): Promise<Tokens> {
  // The next poll comes after the interval: by then the code may not have expired.
  const leftMs = until.endsAt - performance.now();
  if (leftMs <= 0) throw new Problem("The code expired before someone decided. Run `sign-in` to begin again.");
  try {
    const request = { ...device, interval };
    const signal = AbortSignal.timeout(Math.ceil(leftMs) + 10_000);
    return await pollDeviceAuthorizationGrant(provider, request, { resource: until.api }, { signal });
  } catch (err) {
    // RFC 8628 §3.5: twice the interval, so that a provider that comes back is not overrun.
    if (isNetworkError(err)) return poll(provider, device, until, Math.min(Math.max(1, interval * 2), 60));
    throw err;
  }
}
