/** /device: this page plays a television, which signs in at a browser elsewhere (RFC 8628). */
import type { Request, RequestHandler, Response } from "express";
import { type DeviceAuthorizationResponse, initiateDeviceAuthorization } from "openid-client";
import { renderSVG } from "uqr";
import type { Dependencies } from "../dependencies.ts";
import { ProtocolError } from "../errors.ts";
import { isHttpsOrLocal } from "../provider/urls.ts";
import { assertFromOurPage } from "../session/same-origin.ts";
import type { WaitingDevice } from "./device-requests.ts";
import { type DeviceEnd, type Polled, poll } from "./poll.ts";

/** RFC 8628 §3.2: what counts if the provider does not say. */
const INTERVAL_SECONDS = 5;
/** §3.5: what each `slow_down` adds, for good. */
const SLOWER_MS = 5000;

type Needs = Pick<Dependencies, "config" | "provider" | "deviceRequests" | "sessions" | "accounts" | "views" | "now">;

/** POST /device: asks the provider for a code. */
export function beginDevice(deps: Needs): RequestHandler {
  return async (req, res) => {
    assertFromOurPage(req, deps.config);
    const configuration = await deps.provider.configuration();
    if (configuration.serverMetadata().device_authorization_endpoint === undefined)
      throw new ProtocolError("device_unavailable", "discovery names no device_authorization_endpoint");
    const begun = await initiateDeviceAuthorization(configuration, { scope: deps.config.scope });
    await deps.deviceRequests.keep(res, waitingOf(begun, deps.now()));
    res.redirect(303, "/device");
  };
}

/** @throws ProtocolError answer_refused: a person is sent to an address that is protected by https */
function waitingOf(begun: DeviceAuthorizationResponse, now: Date): WaitingDevice {
  const { verification_uri: verificationUri, verification_uri_complete: complete, interval } = begun;
  if (![verificationUri, complete ?? verificationUri].every(isHttpsOrLocal))
    throw new ProtocolError("answer_refused", "verification_uri is not https");
  return {
    deviceCode: begun.device_code,
    userCode: begun.user_code,
    verificationUri,
    verificationUriComplete: complete,
    intervalMs: (interval ?? INTERVAL_SECONDS) * 1000,
    askedAt: now.getTime(),
    expiresAt: now.getTime() + begun.expires_in * 1000,
  };
}

/** GET /device: the code, or what became of it. The page reads itself again, and asks the provider no more often. */
export function showDevice(deps: Needs): RequestHandler {
  const { config, deviceRequests, sessions, provider, now } = deps;
  return async (req, res) => {
    if (sessions.read(req) !== undefined) return res.redirect(303, "/");
    const device = await deviceRequests.read(req);
    if (device === undefined) return show(deps, res, undefined);
    if (now().getTime() < device.askedAt + device.intervalMs) return wait(deps, res, device);

    const asking = { configuration: await provider.configuration(), config, device, now };
    const polled = await poll(asking).catch((err: unknown) => {
      // What the provider says about the code is final. If it does not answer, it may do so later.
      if (!isUnreachable(err)) deviceRequests.forget(res);
      throw err;
    });
    return answer(polled, device, deps, req, res);
  };
}

const isUnreachable = (err: unknown) =>
  err instanceof Error &&
  [err, err.cause].some((one) => one instanceof ProtocolError && one.code === "provider_unreachable");

async function answer(polled: Polled, device: WaitingDevice, deps: Needs, req: Request, res: Response) {
  const { deviceRequests, accounts, sessions, config, now } = deps;
  if (polled === "pending" || polled === "slow_down") {
    const slower = polled === "slow_down" ? SLOWER_MS : 0;
    const next = { ...device, intervalMs: device.intervalMs + slower, askedAt: now().getTime() };
    await deviceRequests.keep(res, next);
    return wait(deps, res, next);
  }
  deviceRequests.forget(res);
  if (typeof polled === "string") return show(deps, res, polled);
  if (!deviceRequests.finish(device)) throw new ProtocolError("state_unknown", "this code has a session already");
  const account = accounts.signIn({ issuer: config.issuer, sub: polled.sub });
  sessions.start(req, res, { ...polled, account });
  res.redirect(303, "/");
}

/** The page works without a script: browsers read it again after the interval. */
function wait({ views, config }: Needs, res: Response, device: WaitingDevice): void {
  const seconds = Math.ceil(device.intervalMs / 1000);
  const { userCode, verificationUri, verificationUriComplete: complete } = device;
  res.set("Refresh", String(seconds));
  const qr = renderSVG(complete ?? verificationUri);
  const waiting = { userCode, verificationUri, complete: complete ?? verificationUri, qr, seconds };
  res.send(views.device({ waiting, ended: undefined, providerHost: new URL(config.issuer).host }));
}

function show({ views, config }: Needs, res: Response, ended: DeviceEnd | undefined): void {
  res.send(views.device({ waiting: undefined, ended, providerHost: new URL(config.issuer).host }));
}
