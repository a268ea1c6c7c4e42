/** Device code grant: RFC 8628 §3.4 and §3.5. A device polls until a person has decided at another one. */
import {
  assertSameSender,
  DEVICE_CODE,
  parseScope,
  pollError,
  refreshConfirmation,
  scopesLeft,
  unknownDeviceCode,
  yieldsRefreshToken,
} from "@countersign/rules";
import { z } from "zod";
import type { AuthorizationStore, CodeBinding } from "../../../platform/stores/issued/authorizations.ts";
import type { RefreshTokenStore } from "../../../platform/stores/issued/refresh-tokens.ts";
import { idOf } from "../../../platform/stores/requests/device-request.ts";
import type { DeviceRequestStore, FoundDevice } from "../../../platform/stores/requests/device-requests.ts";
import { type AudienceDependencies, assertForResource, audienceFor, namedResource } from "../../tokens/audience.ts";
import type { TokenIssuer } from "../../tokens/token-issuer.ts";
import { defineGrant, type Requester } from "../grant.ts";

interface DeviceCodeDependencies extends AudienceDependencies {
  readonly deviceRequests: Pick<DeviceRequestStore, "find" | "poll" | "isGivenTo">;
  readonly authorizations: Pick<AuthorizationStore, "redeemCode" | "explainMiss">;
  readonly refreshTokens: Pick<RefreshTokenStore, "create">;
  readonly tokens: Pick<TokenIssuer, "issueWithIdToken" | "assertDeliverable" | "maxTokenTtlSeconds">;
  readonly now: () => Date;
}

export const deviceCode = defineGrant({
  grantType: DEVICE_CODE,

  params: z.object({ device_code: z.string(), scope: z.string().optional() }),

  async exchange({ params, resources, client, sender, address, reference }, deps: DeviceCodeDependencies) {
    const { authorizations, refreshTokens, tokens, now } = deps;
    const resource = await namedResource(resources, client, deps);
    const scopes = params.scope === undefined ? undefined : parseScope(params.scope);

    // §3.5: until a person approved, the poll gets an error. Polls of others are refused before they count.
    const waiting = await deps.deviceRequests.find(idOf(params.device_code));
    if (waiting !== undefined) await assertApproved(waiting, { client, sender }, deps);

    // Checked first: a code must not be spent on an ID token that the client could not decrypt.
    await tokens.assertDeliverable(client);

    // Decision 1: the approval is an authorization whose code is the device code. One statement checks all that it is
    // bound to, and spends it: of several polls one gets tokens. That counts even if the short-lived store was emptied.
    const at = now();
    const binding = bindingOf({ client, sender }, resource);
    const redeemed = await authorizations.redeemCode(
      params.device_code,
      binding,
      scopes,
      at,
      tokens.maxTokenTtlSeconds,
    );
    if (redeemed === undefined) {
      const reason = await authorizations.explainMiss(params.device_code, binding, { at, address, reference }, scopes);
      // §3.5: a code of ours that no request and no approval has any more has expired, and the device begins again.
      const isGone = waiting === undefined && reason === "no_match";
      if (isGone && deps.deviceRequests.isGivenTo(client.id, params.device_code)) throw pollError("expired");
      if (typeof reason === "string") throw unknownDeviceCode(reason);
      await assertForResource(reason, { named: resource, scopes, sender }, deps);
      throw unknownDeviceCode("changed meanwhile");
    }

    // A scope that was removed from the client's registration is no longer granted, whenever it was approved.
    const audience = await audienceFor(redeemed, { named: resource, asked: scopes, client }, deps);
    const authorization = { ...redeemed, scopes: scopesLeft(redeemed.scopes, client) };
    const response = await tokens.issueWithIdToken({ authorization, client, audience }, sender, at);
    if (!yieldsRefreshToken(client, authorization.scopes)) return response;

    const refreshToken = await refreshTokens.create(authorization.id, refreshConfirmation(client, sender), at);
    if (refreshToken === undefined) throw unknownDeviceCode("revoked meanwhile");
    return { ...response, refresh_token: refreshToken };
  },
});

/** Throws what a poll is answered that gets no tokens. */
async function assertApproved(
  found: FoundDevice,
  { client, sender }: Pick<Requester, "client" | "sender">,
  { deviceRequests }: Pick<DeviceCodeDependencies, "deviceRequests">,
): Promise<void> {
  const { clientId, key } = found.device;
  if (clientId !== client.id) throw unknownDeviceCode("of another client");
  if (key !== undefined) assertSameSender({ jkt: key }, sender, unknownDeviceCode);

  const verdict = await deviceRequests.poll(found);
  if (verdict !== "approved") throw pollError(verdict);
}

// A browser brought no redirect URI and no challenge. The grant type stands in its place: no verifier has it as its
// hash, so such a code is redeemed only by this grant.
const bindingOf = (
  { client, sender }: Pick<Requester, "client" | "sender">,
  resource: string | undefined,
): CodeBinding => ({
  clientId: client.id,
  redirectUri: undefined,
  codeChallenge: DEVICE_CODE,
  sender,
  resource,
});
