/** Dynamic registration: this client introduces itself to the provider (RFC 7591, OIDC Registration 1.0). */
import type { ServerMetadata } from "openid-client";
import { z } from "zod";
import type { RegistrationSettings, Settings } from "../config.ts";
import { implicitResponse } from "../sign-in/implicit/response-type.ts";
import { providerFetch } from "./outbound.ts";
import { clientAuthenticationMethod } from "./provider.ts";

const TIMEOUT_MS = 10_000;
const DEVICE_GRANT = "urn:ietf:params:oauth:grant-type:device_code";

const registeredClient = z.object({
  client_id: z.string().min(1),
  client_secret: z.string().min(1).optional(),
  /** Seconds since 1970; 0 for a secret that does not expire. */
  client_secret_expires_at: z.number().int().nonnegative().default(0),
  registration_client_uri: z.string().optional(),
  registration_access_token: z.string().optional(),
  redirect_uris: z.array(z.string()).optional(),
  token_endpoint_auth_method: z.string().optional(),
});

/** The response of the provider, with the names of RFC 7591 §3.2.1 and RFC 7592 §3. */
export type RegisteredClient = z.infer<typeof registeredClient>;

const refusal = z.object({ error: z.string(), error_description: z.string().optional() });

interface Registration {
  readonly settings: Settings;
  readonly registration: RegistrationSettings;
  readonly initialAccessToken: string;
  readonly metadata: ServerMetadata;
  readonly send: typeof fetch;
}

/** The client metadata for both flows, as far as this provider supports them: RFC 7591 §2. */
function clientMetadataFor({ settings, registration, metadata }: Omit<Registration, "send" | "initialAccessToken">) {
  const implicit = implicitResponse(metadata, true);
  const supported = metadata.grant_types_supported ?? ["authorization_code", "implicit"]; // Discovery §3: the default
  const others = ["refresh_token", DEVICE_GRANT].filter((type) => supported.includes(type));

  return {
    application_type: registration.applicationType,
    client_name: registration.clientName,
    ...(registration.logoUri === undefined ? {} : { logo_uri: registration.logoUri }),
    redirect_uris: [settings.redirectUri],
    post_logout_redirect_uris: [settings.signedOutUri],
    response_types: ["code", ...(implicit === undefined ? [] : [implicit.responseType])],
    grant_types: ["authorization_code", ...others, ...(implicit === undefined ? [] : ["implicit"])],
    token_endpoint_auth_method: `client_secret_${clientAuthenticationMethod(metadata)}`,
    ...backchannelLogout(registration, metadata),
  };
}

/**
 * OIDC Back-Channel Logout §2.1 and §2.2: the URI at which the provider notifies this server that a session ended,
 * with the session ID.
 */
function backchannelLogout({ backchannelLogoutUri: uri }: RegistrationSettings, metadata: ServerMetadata) {
  if (uri === undefined || metadata.backchannel_logout_supported !== true) return {};
  return { backchannel_logout_uri: uri, backchannel_logout_session_required: true };
}

/**
 * Registers this client once: RFC 7591 §3.1. Do not retry automatically: the provider may have registered the client
 * although its answer was lost.
 * @throws Error with a sentence for the operator; ProtocolError provider_unreachable
 */
export async function register(request: Registration): Promise<RegisteredClient> {
  const endpoint = request.metadata.registration_endpoint;
  if (endpoint === undefined) {
    throw new Error(
      "The provider offers no dynamic registration. Register this client there and set CLIENT_ID and CLIENT_SECRET.",
    );
  }

  const asked = clientMetadataFor(request);
  const response = await providerFetch(request.send)(endpoint, {
    method: "POST",
    headers: {
      authorization: `Bearer ${request.initialAccessToken}`,
      "content-type": "application/json",
      accept: "application/json",
    },
    body: JSON.stringify(asked),
    redirect: "manual",
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  const body: unknown = await response.json().catch(() => undefined);
  if (response.status !== 201 && response.status !== 200) throw new Error(explainRefusal(response.status, body));

  // §3.2.1: a provider may register something else than was asked for. What sign-in depends on must hold.
  const registered = registeredClient.safeParse(body);
  if (!registered.success)
    throw new Error("The provider’s answer to the registration cannot be understood: no usable client_id.");
  const { redirect_uris: uris, token_endpoint_auth_method: method, client_secret: secret } = registered.data;
  const differs =
    (uris !== undefined && !uris.includes(request.settings.redirectUri) && "redirect_uris") ||
    ((secret === undefined || (method ?? asked.token_endpoint_auth_method) !== asked.token_endpoint_auth_method) &&
      "token_endpoint_auth_method");
  if (differs)
    throw new Error(`The provider registered another ${differs} than requested, so this client cannot use it.`);
  return registered.data;
}

function explainRefusal(status: number, body: unknown): string {
  if (status === 401 || status === 403) {
    return (
      `The provider refused INITIAL_ACCESS_TOKEN (${status}): it is unknown, expired or used up. Ask ` +
      "the operator of the provider for another."
    );
  }

  const { data: told } = refusal.safeParse(body);
  if (told === undefined) return `The provider did not register this client: it answered ${status}.`;

  const reason = printable(`${told.error}: ${told.error_description ?? "no reason given"}`);
  return `The provider refused this client’s metadata: ${reason}${hintFor(told)}`;
}

function hintFor({ error, error_description: description = "" }: z.infer<typeof refusal>): string {
  if (error === "invalid_redirect_uri" || description.includes("redirect_uris")) {
    return "\nSome providers take plain http on localhost from native applications only: APPLICATION_TYPE=native.";
  }
  if (description.includes("backchannel_logout_uri")) {
    return "\nIf the provider cannot reach this client, register without logout tokens: BACKCHANNEL_LOGOUT_URI=none.";
  }
  return "";
}

/** For a terminal: one line, no control characters. */
const printable = (text: string) => text.replace(/[^\x20-\x7e]/g, "?").slice(0, 300);
