/**
 * The peer: oidc-provider with Redis, configured for speed: static clients, accounts in memory, no log, no rate
 * limits.
 */
import { Redis } from "ioredis";
import { exportJWK, generateKeyPair } from "jose";
import * as oidc from "oidc-provider";

const {
  PORT = "",
  REDIS_URL = "",
  ISSUER = "",
  ACCESS_TOKEN_ALG = "ES256",
  CLIENTS = "[]",
  INITIAL_ACCESS_TOKEN = "",
} = process.env;
const redis = new Redis(REDIS_URL, { keyPrefix: `peer:${PORT}:` });

const CONSUMABLE = new Set([
  ...["AuthorizationCode", "RefreshToken", "DeviceCode", "BackchannelAuthenticationRequest"],
  "PushedAuthorizationRequest",
]);
const GRANTABLE = new Set([
  "AccessToken",
  "AuthorizationCode",
  "RefreshToken",
  "DeviceCode",
  "BackchannelAuthenticationRequest",
]);

/**
 * Stores data in Redis as its documentation describes: hashes for what is consumed, strings for the rest, a list of
 * keys
 * for each grant.
 */
class RedisAdapter {
  readonly #name: string;
  constructor(name: string) {
    this.#name = name;
  }
  #key = (id: string) => `${this.#name}:${id}`;

  async upsert(id: string, payload: Record<string, unknown>, expiresIn?: number) {
    const key = this.#key(id);
    const multi = redis.multi();
    if (CONSUMABLE.has(this.#name)) multi.hset(key, { payload: JSON.stringify(payload) });
    else multi.set(key, JSON.stringify(payload));
    if (expiresIn) multi.expire(key, expiresIn);
    if (GRANTABLE.has(this.#name) && payload.grantId) {
      const grantKey = `grant:${payload.grantId}`;
      multi.rpush(grantKey, key);
      const ttl = await redis.ttl(grantKey);
      if (expiresIn !== undefined && expiresIn > ttl) multi.expire(grantKey, expiresIn);
    }
    if (payload.uid) {
      multi.set(`uid:${payload.uid}`, id);
      if (expiresIn) multi.expire(`uid:${payload.uid}`, expiresIn);
    }
    await multi.exec();
  }
  async find(id: string) {
    if (!CONSUMABLE.has(this.#name)) return parsed(await redis.get(this.#key(id)));
    const { payload, ...rest } = await redis.hgetall(this.#key(id));
    const found = parsed(payload);
    return found === undefined ? undefined : { ...rest, ...found };
  }
  async findByUid(uid: string) {
    const id = await redis.get(`uid:${uid}`);
    return id === null ? undefined : this.find(id);
  }
  async findByUserCode() {
    return undefined;
  }
  async consume(id: string) {
    await redis.hset(this.#key(id), "consumed", Math.floor(Date.now() / 1000));
  }
  async destroy(id: string) {
    await redis.del(this.#key(id));
  }
  async revokeByGrantId(grantId: string) {
    const keys = await redis.lrange(`grant:${grantId}`, 0, -1);
    await redis.del(...keys, `grant:${grantId}`);
  }
}

const parsed = (text: string | null | undefined) => (text ? (JSON.parse(text) as Record<string, unknown>) : undefined);

const keyOf = async (alg: string) => {
  const { privateKey } = await generateKeyPair(alg, { extractable: true, modulusLength: 2048 });
  return { ...(await exportJWK(privateKey)), alg, use: "sig", kid: alg };
};

const CLAIMS = {
  name: "Alice Example",
  given_name: "Alice",
  family_name: "Example",
  preferred_username: "alice",
  updated_at: 1_700_000_000,
  email: "alice@example.org",
  email_verified: true,
};

const [RESOURCE, RESOURCE_SCOPE] = ["https://api.example", "api"];
const provider = new oidc.Provider(ISSUER, {
  adapter: RedisAdapter as never,
  clients: JSON.parse(CLIENTS),
  jwks: { keys: [await keyOf("RS256"), await keyOf("ES256")] } as never,
  cookies: { keys: ["bench"] },
  claims: {
    openid: ["sub"],
    profile: ["name", "given_name", "family_name", "preferred_username", "updated_at"],
    email: ["email", "email_verified"],
  },
  features: {
    devInteractions: { enabled: false },
    clientCredentials: { enabled: true },
    deviceFlow: { enabled: true },
    introspection: { enabled: true, allowedPolicy: () => true },
    jwtIntrospection: { enabled: true },
    revocation: { enabled: true },
    registration: { enabled: true, initialAccessToken: INITIAL_ACCESS_TOKEN },
    resourceIndicators: {
      enabled: true,
      getResourceServerInfo: () => ({
        scope: RESOURCE_SCOPE,
        audience: RESOURCE,
        accessTokenTTL: 300,
        accessTokenFormat: "jwt",
        jwt: { sign: { alg: ACCESS_TOKEN_ALG as "ES256" } },
      }),
    },
  },
  rotateRefreshToken: true,
  pkce: { required: () => false },
  // ID tokens must contain as little as ours. With an access token for a resource they would contain all claims.
  findAccount: (_ctx, sub) => ({
    accountId: sub,
    claims: (use) => (use === "id_token" ? { sub } : { sub, ...CLAIMS }),
  }),
  interactions: { url: (_ctx, interaction) => `/interaction/${interaction.uid}` },
});

// Signs every user in and grants everything, without a page.
provider.use(async (ctx, next) => {
  if (!ctx.path.startsWith("/interaction/")) return next();
  const details = await provider.interactionDetails(ctx.req, ctx.res);
  const { client_id, scope, resource } = details.params;
  const grant = new provider.Grant({ accountId: "alice", clientId: String(client_id) });
  grant.addOIDCScope(String(scope));
  if (resource !== undefined) grant.addResourceScope(RESOURCE, RESOURCE_SCOPE);
  const grantId = await grant.save();
  await provider.interactionFinished(ctx.req, ctx.res, { login: { accountId: "alice" }, consent: { grantId } });
});

provider.listen(Number(PORT), "127.0.0.1");
