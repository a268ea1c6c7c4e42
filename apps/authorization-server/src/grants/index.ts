import { authorizationCode } from "./authorization-code.ts";
import { clientCredentials } from "./client-credentials.ts";
import type { GrantTable } from "./grant.ts";
import { refreshToken } from "./refresh-token.ts";

/** Every grant type that the token endpoint knows; discovery lists just these. */
export const grants: GrantTable = new Map(
  [authorizationCode, refreshToken, clientCredentials].map((grant) => [grant.grantType, grant]),
);
