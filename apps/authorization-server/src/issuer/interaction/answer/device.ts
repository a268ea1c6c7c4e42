/**
 * The kind `device`: a device elsewhere waits for the response, and polls for it (RFC 8628 §3.3). The browser is shown
 * how it ended. One decision counts for each request: it is claimed before anything is issued or refused.
 */
import {
  after,
  type Client,
  COLLECT_SECONDS,
  DEVICE_CODE,
  type DeviceRequest,
  invalidRequest,
  type ProtocolError,
  readParameters,
} from "@countersign/rules";
import type { Call } from "@countersign/service";
import { recordDeviceDenied } from "../../../administration/sessions/devices.ts";
import type { Dependencies } from "../../../dependencies.ts";
import { pathBelow, paths } from "../../../paths.ts";
import type { DeviceEnd } from "../../../people/views/models/device.ts";
import { expiredRequest } from "../../../platform/http/errors.ts";
import { codeHashOf, type DeviceRequestRow } from "../../../platform/stores/requests/device-request.ts";
import type { FoundDevice } from "../../../platform/stores/requests/device-requests.ts";
import type { ParkedRequest } from "../../../platform/stores/requests/parked-request.ts";
import { readDeviceRequest } from "../arrival/read-device-request.ts";
import type { Granted, Interaction, PersonRequest, Place, Waiting } from "../interaction.ts";
import { findClient } from "../request/find-client.ts";
import { findSession } from "../session.ts";

export interface DeviceInteraction extends Interaction {
  readonly kind: "device";
  readonly client: Client;
  readonly request: DeviceRequest & Pick<PersonRequest, "intended">;
  readonly device: DeviceRequestRow;
  /** The request of the device, as it was found. */
  readonly found: FoundDevice;
}

/** The name of the parameter by which a parked request names the request of the device. */
const DEVICE = "device";

/**
 * The interaction about the request of a device. Throws what a person is shown if the client has changed since, so that
 * it may no longer make this request.
 */
export async function deviceInteraction(
  found: FoundDevice,
  deps: Dependencies,
  call: Call,
): Promise<Omit<DeviceInteraction, "place" | "parked">> {
  const { device } = found;
  const parameters = readParameters(device.parameters);
  const client = await findClient(parameters, call.address, deps);
  // A client that was disabled, got another secret or lost the grant since has no request any more.
  if (device.timesEnded !== (client.timesEnded ?? 0) || !client.grantTypes.includes(DEVICE_CODE))
    throw expiredRequest("the client changed");
  const request = { ...(await readDeviceRequest(parameters, client, deps)), intended: undefined };
  const { host } = new URL(deps.issuer);
  // RFC 8628 §5.4: nothing proves that the device is the person's own. So a person looks each time.
  const recipient = { host, agreedHost: DEVICE_CODE, isImpersonable: true };
  return { kind: "device", client, request, recipient, device, found };
}

/** What is parked of it. The request itself is found again by its name. */
export const parkedDevice = ({ id }: FoundDevice): ParkedRequest => ({
  kind: "device",
  request: { parameters: [[DEVICE, id]], requestUri: undefined },
  progress: {},
});

export const device = {
  async resume(parked: ParkedRequest, place: Place, deps: Dependencies, call: Call) {
    const id = new Map(parked.request.parameters).get(DEVICE);
    const found = id === undefined ? undefined : await deps.deviceRequests.find(id);
    if (found === undefined) throw expiredRequest("the request of the device is gone");
    const resumed: Waiting<DeviceInteraction> = { ...(await deviceInteraction(found, deps, call)), parked, place };
    return resumed;
  },

  async issue({ client, request, found }: DeviceInteraction, granted: Granted, deps: Dependencies, call: Call) {
    const { id, device } = found;
    if (!(await deps.deviceRequests.claim(device))) return ended(await lateEnd(found, deps), deps, call);

    const at = deps.now();
    const { session, claims, ...others } = granted;
    const created = await deps.authorizations.create({
      ...others,
      resource: request.resource,
      claims,
      grounds: {
        kind: "approval",
        session,
        codeHash: codeHashOf(id),
        ...call.from,
        deviceAddress: device.address,
      },
      clientId: client.id,
      clientRevision: client.revision ?? 0,
      sector: client.sector,
      nonce: undefined,
      // The code is bound to the grant: see issuer/grants/device/device-code.ts.
      codeChallenge: DEVICE_CODE,
      confirmation: device.key === undefined ? undefined : { jkt: device.key },
      createdAt: at,
      codeTtlSeconds: Math.ceil((after(device.expiresAt, COLLECT_SECONDS).getTime() - at.getTime()) / 1000),
      tokenTtlSeconds: Math.max(deps.tokens.maxTokenTtlSeconds, ...lifetimesOf(request)),
      sessionIdleSeconds: deps.lifetimes.sessionIdleSeconds,
    });
    if (created === undefined) {
      // The client or the consent changed at this moment. The device cannot wait for more.
      deps.clients.forget(client.id);
      await deps.deviceRequests.conclude(id, "denied");
      return ended("failed", deps, call);
    }
    // What was approved is durable before the device is told.
    await deps.deviceRequests.conclude(id, "approved");
    deps.clientUses.noteSignIn(client, at);
    deps.log.info({ clientId: client.id, userId: granted.signIn.userId, ...call.from }, "device approved");
    ended("approved", deps, call);
  },

  /** The device is told that there is no answer, no matter what ended the request. A refusal is final (§3.5). */
  async refuse(interaction: DeviceInteraction, error: ProtocolError, deps: Dependencies, call: Call) {
    const { client, found } = interaction;
    if (!(await deps.deviceRequests.claim(found.device))) return ended(await lateEnd(found, deps), deps, call);

    await deps.deviceRequests.conclude(found.id, "denied");
    const userId = (await findSession(interaction, deps, call.req))?.signIn.userId;
    const by = { actor: { kind: "person", userId }, at: deps.now(), ...call.from } as const;
    await recordDeviceDenied(
      deps.database,
      { userId, clientId: client.id, error: error.code, deviceAddress: found.device.address },
      by,
    );
    if (error.code !== "access_denied") throw invalidRequest(error.message, error.detail);
    ended("denied", deps, call);
  },
};

/** How it ended for a person who is not the one that decides: another decided, or the time is over. */
async function lateEnd({ id }: FoundDevice, { deviceRequests, now }: Dependencies): Promise<DeviceEnd> {
  const again = await deviceRequests.find(id);
  return again === undefined || (again.device.decision === undefined && again.device.expiresAt <= now())
    ? "expired"
    : "used";
}

/** Shows a person how the request of a device ended. */
export function ended(end: DeviceEnd, { issuer }: Pick<Dependencies, "issuer">, call: Call): void {
  call.redirect(`${pathBelow(issuer, paths.deviceDone)}?${new URLSearchParams({ end })}`);
}

const lifetimesOf = ({ named }: DeviceRequest) =>
  named?.others.map(({ accessTokenTtlSeconds }) => accessTokenTtlSeconds) ?? [];
