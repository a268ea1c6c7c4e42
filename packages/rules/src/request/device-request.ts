/** A device authorization request: RFC 8628 §3.1. A person decides about it at another device. */
import { z } from "zod";
import type { Client } from "../client/client.ts";
import { requiredScopesOf } from "../client/registration/self-registered.ts";
import { detailsForResources } from "../details/details.ts";
import type { Detail } from "../details/details-type.ts";
import { knownAcrs } from "../people/levels/demands.ts";
import type { NamedResources, Resource } from "../token/resources/resources.ts";
import { type AuthorizationRequest, authorizationParams } from "./authorization-request.ts";
import type { ClaimsRequest } from "./claims-request.ts";
import { requestedScopes } from "./requested-scopes.ts";

/** §3.1: what is not named here is ignored, as at the token endpoint. */
export const deviceParams = z.object({
  scope: z.string().optional(),
  acr_values: z.string().optional(),
  max_age: authorizationParams.shape.max_age,
  authorization_details: z.string().optional(),
});

/** A request of a device that its client may make. Every member was checked. */
export type DeviceRequest = Pick<
  AuthorizationRequest,
  | "scopes"
  | "requiredScopes"
  | "claims"
  | "acrValues"
  | "prompt"
  | "maxAgeSeconds"
  | "loginHint"
  | "uiLocales"
  | "display"
  | "resource"
  | "named"
  | "details"
>;

/** No claims are asked for by name. */
export const NO_CLAIMS: ClaimsRequest = { userinfo: [], idToken: [], subs: undefined, essentialAcrs: undefined };

/** §5.4: a person at an unlocked browser, or who follows a link there, signs in again after an hour. */
const MOST_AGE_SECONDS = 3600;

/** Whether this client may make this request. Throws the error that the client is answered. */
export function checkDeviceRequest(
  params: z.output<typeof deviceParams>,
  client: Client,
  {
    resource,
    named,
    details,
  }: {
    readonly resource: Resource;
    readonly named: NamedResources | undefined;
    readonly details: readonly Detail[];
  },
): DeviceRequest {
  const { scopes, ...elsewhere } = requestedScopes({ params, claims: NO_CLAIMS, resource, named }, client);
  return {
    scopes,
    requiredScopes: requiredScopesOf(client),
    claims: NO_CLAIMS,
    acrValues: knownAcrs(params.acr_values?.split(" ") ?? client.defaultAcrValues ?? []),
    prompt: [],
    maxAgeSeconds: Math.min(params.max_age ?? client.defaultMaxAgeSeconds ?? MOST_AGE_SECONDS, MOST_AGE_SECONDS),
    loginHint: undefined,
    uiLocales: [],
    display: undefined,
    resource: resource.identifier,
    ...elsewhere,
    ...(details.length > 0 && { details: detailsForResources(details, elsewhere.named) }),
  };
}
