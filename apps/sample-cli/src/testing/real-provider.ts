/** `oidc-provider`, which other people wrote, with its development pages, and an API that takes its tokens. */
import { Provider } from "oidc-provider";
import { type Listening, listen } from "./listen.ts";

export interface RealProvider extends Listening {
  /** The API, which lists one order for each scope of the token. */
  readonly api: string;
  /** The grant types of the token requests so far. */
  readonly grants: string[];
}

/** @param tokenSeconds how long an access token works */
export async function runRealProvider(tokenSeconds = 300): Promise<RealProvider> {
  const grants: string[] = [];
  const { promise, resolve } = Promise.withResolvers<string>();
  const api = await listen(() => async (req, res) => {
    const token = req.headers.authorization?.slice("Bearer ".length) ?? "";
    const form = new URLSearchParams({ token, client_id: "api", client_secret: "a secret of the api" });
    const asked = await fetch(`${await promise}/token/introspection`, { method: "POST", body: form });
    const { active, scope = "" } = (await asked.json()) as { active: boolean; scope?: string };
    res.setHeader("content-type", "application/json").statusCode = active ? 200 : 401;
    const orders = scope.split(" ").map((item, at) => ({ id: String(at), item }));
    res.end(JSON.stringify(req.method === "POST" ? { id: "9", item: "tea" } : { orders }));
  });
  const provider = await listen((issuer) => {
    const answer = new Provider(issuer, configurationFor(api.origin, tokenSeconds)).callback();
    return (req, res) => {
      if (req.url === "/token")
        req.on("data", (part) => grants.push(new URLSearchParams(String(part)).get("grant_type") ?? ""));
      return answer(req, res);
    };
  });
  resolve(provider.origin);
  const close = async () => void (await Promise.all([provider.close(), api.close()]));
  return { origin: provider.origin, api: api.origin, grants, close };
}

const DEVICE_CODE = "urn:ietf:params:oauth:grant-type:device_code";

function configurationFor(api: string, tokenSeconds: number): Record<string, unknown> {
  return {
    clients: [
      {
        client_id: "sample-cli",
        application_type: "native",
        token_endpoint_auth_method: "none",
        redirect_uris: ["http://127.0.0.1/callback"],
        grant_types: [DEVICE_CODE, "authorization_code", "refresh_token"],
      },
      {
        client_id: "api",
        client_secret: "a secret of the api",
        redirect_uris: [],
        response_types: [],
        grant_types: [],
      },
    ],
    claims: { openid: ["sub"], profile: ["name"] },
    conformIdTokenClaims: false,
    findAccount: (_: unknown, sub: string) => ({ accountId: sub, claims: () => ({ sub, name: "Alice Adams" }) }),
    cookies: { keys: ["only for tests"] },
    scopes: ["openid", "profile", "offline_access", "orders:read", "orders:write"],
    rotateRefreshToken: true,
    ttl: { AccessToken: tokenSeconds },
    features: {
      deviceFlow: { enabled: true },
      introspection: { enabled: true, allowedPolicy: () => true },
      revocation: { enabled: true },
      resourceIndicators: {
        enabled: true,
        defaultResource: () => api,
        useGrantedResource: () => true,
        getResourceServerInfo: () => ({
          scope: "orders:read orders:write",
          accessTokenTTL: tokenSeconds,
          audience: api,
        }),
      },
    },
  };
}
