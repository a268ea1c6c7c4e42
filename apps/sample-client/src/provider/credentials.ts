/** The credentials of this client at the provider: configured, registered at an earlier start, or registered now. */
import { setTimeout as pause } from "node:timers/promises";
import type { Configuration } from "openid-client";
import type { Credentials, Environment } from "../config.ts";
import { ProtocolError } from "../errors.ts";
import type { Log } from "../log.ts";
import { readClientKey } from "./client-key.ts";
import { discover } from "./provider.ts";
import { register } from "./registration.ts";
import { type KeptRegistration, openRegistrationFile, readRegistration } from "./registration-file.ts";

const ATTEMPTS = 30;
const PAUSE_MS = 2_000;

interface Circumstances {
  readonly log: Log;
  readonly now: () => Date;
  readonly send?: typeof fetch;
  /** The pause between two attempts to find a provider that has not started yet. */
  readonly pauseMs?: number;
}

/**
 * Returns the credentials. If there are none, it registers this client once and keeps the result in a file.
 * @throws Error with a sentence for the operator; ProtocolError when the provider cannot be used
 */
export async function findCredentials(environment: Environment, circumstances: Circumstances): Promise<Credentials> {
  const { credentials, clientKeyFile, settings, registration } = environment;
  if (credentials !== undefined) {
    return clientKeyFile === undefined
      ? credentials
      : { ...credentials, clientKey: await readClientKey(clientKeyFile) };
  }

  const kept = readRegistration(registration.file);
  if (kept !== undefined) {
    checkBelongsHere(kept, environment);
    if (!hasExpired(kept, circumstances.now())) return { clientId: kept.client_id, clientSecret: kept.client_secret };
    circumstances.log("client_secret_expired");
  }

  const { initialAccessToken } = registration;
  if (initialAccessToken === undefined) {
    throw new Error(
      kept === undefined
        ? "CLIENT_ID is required: the identifier the provider gave this client. Or set INITIAL_ACCESS_TOKEN, and " +
            "it registers itself."
        : `The secret in ${registration.file} has expired. Set INITIAL_ACCESS_TOKEN to register again.`,
    );
  }

  const file = openRegistrationFile(registration.file);
  try {
    const metadata = (await waitForProvider(environment, circumstances)).serverMetadata();
    const send = circumstances.send ?? fetch;
    const registered = await register({ settings, registration, initialAccessToken, metadata, send });
    file.keep({ issuer: settings.issuer, redirectUri: settings.redirectUri, registered });
    circumstances.log("client_registered");
    return { clientId: registered.client_id, clientSecret: registered.client_secret };
  } catch (err) {
    file.discard();
    throw err;
  }
}

/**
 * Credentials are for one provider, and a registration is for one callback. This client never uses them with
 * another.
 */
function checkBelongsHere(kept: KeptRegistration, { settings, registration }: Environment): void {
  const differs =
    (kept.issuer !== settings.issuer && `the provider ${kept.issuer}, not ISSUER`) ||
    (kept.redirect_uri !== settings.redirectUri && `the callback ${kept.redirect_uri}, not BASE_URL`);
  if (differs) {
    throw new Error(
      `${registration.file} is a registration for ${differs}. Move it away, or set another REGISTRATION_FILE.`,
    );
  }
}

function hasExpired({ client_secret_expires_at: expiresAt }: KeptRegistration, now: Date): boolean {
  return expiresAt !== 0 && expiresAt * 1000 <= now.getTime();
}

/** The provider may start later than this client. Only discovery is repeated, never the registration. */
async function waitForProvider({ settings }: Environment, circumstances: Circumstances): Promise<Configuration> {
  const { log, send = fetch, pauseMs = PAUSE_MS } = circumstances;
  const anonymous = { issuer: settings.issuer, clientId: "not-registered-yet", clientSecret: undefined };

  for (let attempt = 1; ; attempt++) {
    try {
      return await discover(anonymous, send);
    } catch (err) {
      const isDown = err instanceof ProtocolError && err.code === "provider_unreachable";
      if (!isDown) throw err;
      if (attempt === ATTEMPTS)
        throw new Error(`No provider answers at ${settings.issuer}. Start it, or check ISSUER.`, { cause: err });
      log("provider_not_found_yet", err);
      await pause(pauseMs);
    }
  }
}
