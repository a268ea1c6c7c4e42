/** Countersign as a subject: both services, and the works that only Countersign has. */
import { polling } from "../devices.ts";
import { clientCredentials, expectToken, fapiWorks, introspectionByJwt, worksOf } from "../driver.ts";
import { connectTo, Jar } from "../load/http.ts";
import type { Load } from "../load/model.ts";
import type { Provider } from "../provider.ts";
import type { Subject } from "../subject.ts";
import { startCollector } from "./collector.ts";
import { bringingAssertions } from "./countersign-assertions.ts";
import { exchanging, pollingClient } from "./countersign-exchanges.ts";
import { REDIRECT_URI, signInAt } from "./countersign-pages.ts";
import { addPasskeys } from "./countersign-passkeys.ts";
import { type Deployment, type DeploymentOptions, deploy } from "./deployment.ts";
import type { Starting } from "./starting.ts";

/** Countersign as shipped. */
export const startCountersign = (starting: Starting): Promise<Subject> => startOurs(starting);

/**
 * Countersign without its record of every token, without its log, and with a limit on token requests that is never
 * reached. No other server has such a switch.
 */
export const startSilent = (starting: Starting): Promise<Subject> =>
  startOurs({ ...starting, environment: { LOG_LEVEL: "silent", TOKEN_REQUESTS_PER_MINUTE: "100000000" } });

/** Countersign without Redis: short-lived data is in PostgreSQL too. */
export const startWithoutRedis = (starting: Starting): Promise<Subject> =>
  startOurs({ ...starting, environment: { REDIS_URL: undefined } });

/** Countersign with traces of this part of the requests, from 0 to 1. The collector is no part of what is measured. */
export const startTraced =
  (part: number) =>
  async (starting: Starting): Promise<Subject> => {
    const collector = await startCollector();
    const environment = {
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint,
      OTEL_TRACES_SAMPLER: "parentbased_traceidratio",
      OTEL_TRACES_SAMPLER_ARG: String(part),
    };
    const subject = await startOurs({ ...starting, environment });
    return {
      ...subject,
      async stop() {
        await subject.stop();
        collector.stop();
      },
    };
  };

async function startOurs(options: DeploymentOptions): Promise<Subject> {
  return subjectOf(options.name, await deploy(options));
}

/** Starts both services of a deployment. */
export async function startDeployment(
  deployment: Deployment,
): Promise<Pick<Subject, "pids" | "firstTokenMs" | "stop">> {
  const startedAt = performance.now();
  const authorizationServer = await deployment.start("authorization-server");
  await expectToken(deployment.provider);
  const firstTokenMs = performance.now() - startedAt;
  const measured = [authorizationServer, await deployment.start("resource-server")];
  return {
    pids: measured.map(({ pid }) => pid),
    firstTokenMs,
    stop: async () => void (await Promise.all(measured.map((process) => process.stop()))),
  };
}

/** A running deployment as a subject, with all works that it offers. */
export async function subjectOf(name: string, deployment: Deployment): Promise<Subject> {
  const { provider, services, introspecting, cli } = deployment;
  const { initial_access_token } = JSON.parse(cli("tokens", "add", "--uses", "unlimited", "--json"));
  return {
    name,
    ...(await startDeployment(deployment)),
    works: {
      ...worksOf(provider),
      ...fapiWorks(provider, provider.clients.ES256, services.ES256),
      "cc-rs256": async () => clientCredentials(provider, services.RS256),
      "introspection-jwt": async () => introspectionByJwt(provider, introspecting),
      "jwt-bearer": async () => bringingAssertions(deployment),
      exchange: async () => exchanging(deployment),
      "device-poll": async () => polling(provider, pollingClient(deployment)),
      registration: async () => registering(provider, initial_access_token),
      "sign-in": async () => signingIn(provider, provider.signIn),
      "sign-in-passkey": async () => signingIn(provider, await byPasskey(deployment)),
    },
  };
}

function registering({ origin, from }: Provider, token: string): Load {
  const body = JSON.stringify({ redirect_uris: [REDIRECT_URI], client_name: "Bench" });
  const requests = Array.from({ length: 4096 }, (_, index) => ({
    method: "POST" as const,
    path: "/openid/register",
    headers: { ...from(index), authorization: `Bearer ${token}`, "content-type": "application/json" },
    body,
  }));
  return { kind: "requests", origin, requests };
}

/** Signs people in with a passkey that each of them has from now on. */
async function byPasskey({ databaseUrl, provider: { origin } }: Deployment): Promise<Provider["signIn"]> {
  const form = await addPasskeys(databaseUrl, origin);
  return (connection, jar, authorization, index) => signInAt(origin, { connection, jar, authorization, index }, form);
}

/** First sign-ins, each in its own browser. */
function signingIn(provider: Provider, signIn: Provider["signIn"]): Load {
  const { RS256 } = provider.clients;
  const request = {
    client_id: RS256?.id ?? "",
    response_type: "code",
    redirect_uri: REDIRECT_URI,
    scope: "openid profile",
    nonce: "n",
    state: "s",
  };
  const path = `/authorization?${new URLSearchParams(request)}`;
  let count = 0;
  const next = () => {
    count += 1;
    return count;
  };
  return {
    kind: "steps",
    async open() {
      const connection = connectTo(provider.origin);
      await signIn(connection, new Jar(), path, next());
      return async () => {
        await signIn(connection, new Jar(), path, next());
        return true;
      };
    },
  };
}
