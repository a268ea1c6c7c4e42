/**
 * Registrations without an initial access token (RFC 7591 §3), which a deployment can open for programs on a person's
 * own device. Nothing vouches for such a client, so it gets little: what follows is all that its request decides.
 */
import { ProtocolError } from "../../errors.ts";
import { isLocalHost } from "../metadata/redirect-uri-registration.ts";
import { type RegistrationContext, type RegistrationMetadata, registrationParser } from "./registration.ts";

/** RFC 7591 §2: a server may replace what was requested, and says so in the response. All other members are ignored. */
const USED = /^(?:client_name(?:#[A-Za-z0-9-]{1,35})?|scope|software_id|software_version)$/;
const GRANTS = ["authorization_code", "refresh_token"];

export interface OpenRegistrationParser {
  /**
   * The metadata of a public native client of profile `oauth21`, whose redirect URIs are on the person's own device.
   * Redirect URIs elsewhere are left out. Throws `invalid_client_metadata` or `invalid_redirect_uri`.
   *
   * @param request a JSON value as received
   */
  parse(request: unknown): RegistrationMetadata;
}

/** @param context.scopes what these clients may request; a request that names none gets all of them */
export function openRegistrationParser(context: RegistrationContext): OpenRegistrationParser {
  // Programs that register themselves listen on localhost, too, and register the port with which they do.
  const parser = registrationParser({ ...context, nativeLocalhost: true });
  return {
    parse(request) {
      if (typeof request !== "object" || request === null || Array.isArray(request))
        throw new ProtocolError("invalid_client_metadata", "the request is not a JSON object");
      const given = new Map<string, unknown>(Object.entries(request));
      const grants = given.get("grant_types") ?? GRANTS;
      return parser.parse({
        scope: context.scopes.join(" "),
        ...Object.fromEntries([...given].filter(([name]) => USED.test(name))),
        redirect_uris: onDevice(given.get("redirect_uris")),
        grant_types: Array.isArray(grants) ? GRANTS.filter((type) => grants.includes(type)) : grants,
        profile: "oauth21",
        application_type: "native",
        response_types: ["code"],
        token_endpoint_auth_method: "none",
      });
    },
  };
}

/** RFC 8252 §7.3: the redirect URIs that only a program on the person's device receives. */
function onDevice(given: unknown): unknown {
  if (!Array.isArray(given)) return given;
  const kept = given.filter((uri) => typeof uri !== "string" || isLoopback(uri));
  if (kept.length > 0) return kept;
  throw new ProtocolError(
    "invalid_redirect_uri",
    "without an initial access token, redirect_uris must be http on 127.0.0.1, [::1] or localhost",
  );
}

function isLoopback(uri: string): boolean {
  const url = URL.parse(uri);
  return url?.protocol === "http:" && isLocalHost(url.hostname);
}
