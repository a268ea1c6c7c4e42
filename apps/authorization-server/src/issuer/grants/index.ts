import { jwtBearer } from "./assertion/jwt-bearer.ts";
import { authorizationCode } from "./authorization-code.ts";
import { clientCredentials } from "./client-credentials.ts";
import { deviceCode } from "./device/device-code.ts";
import { tokenExchange } from "./exchange/token-exchange.ts";
import type { Grant } from "./grant.ts";
import { refreshToken } from "./refresh-token.ts";

const all = [authorizationCode, refreshToken, clientCredentials, deviceCode, jwtBearer, tokenExchange] as const;

/** The dependencies of all grants together. */
export type GrantDependencies = (typeof all)[number] extends Grant<infer D> ? D : never;

export type GrantTable = ReadonlyMap<string, Grant<GrantDependencies>>;

/** Every grant type that the token endpoint supports. Discovery lists exactly these. */
export const grants: GrantTable = new Map(all.map((grant) => [grant.grantType, grant]));
