/** The guard for MCP servers on the official SDK: its `req.auth`, and its `verifyAccessToken`. */
import type { Access } from "../access.ts";
import type { Demand } from "../demands.ts";
import type { Guard } from "../guard.ts";
import { accessOf } from "./adapter.ts";
import { type ExpressRequest, protect as protectExpress } from "./express.ts";
import type { NodeResponse } from "./node.ts";

export { accessOf } from "./adapter.ts";
export { metadata } from "./express.ts";

/** The SDK's `AuthInfo`, as tools get it in `extra.authInfo`. */
export interface AuthInfo {
  /**
   * Empty: a server must not pass its token on to other APIs (MCP authorization, "token passthrough"). For token
   * exchange there is `tokenOf(authInfo.extra.access)`.
   */
  token: string;
  clientId: string;
  scopes: string[];
  expiresAt?: number;
  resource?: URL;
  extra: { access: Access };
}

/** What an MCP server knows of the sender of a request. */
export function authInfoOf(access: Access, { resource }: Pick<Guard, "resource">): AuthInfo {
  const { client: clientId, scopes, expiresAt } = access;
  const info = { token: "", clientId, scopes: [...scopes], resource: new URL(resource), extra: { access } };
  return expiresAt === undefined ? info : { ...info, expiresAt };
}

/**
 * A middleware for Express in place of the SDK's `requireBearerAuth`. It also accepts tokens that are bound to a key or
 * a certificate, and names all missing scopes. The transport finds `req.auth`.
 */
export function protect(guard: Guard, ...demands: readonly Demand[]) {
  const check = protectExpress(guard, ...demands);
  return (req: ExpressRequest & { auth?: unknown }, res: NodeResponse, next: (err?: unknown) => void): Promise<void> =>
    check(req, res, (err) => {
      if (req.method !== "OPTIONS") req.auth = authInfoOf(accessOf(req), guard);
      next(err);
    });
}

/** Makes the SDK's `InvalidTokenError`. */
type InvalidToken = new (message: string) => Error;

/**
 * A verifier for the SDK's `requireBearerAuth`. It gets the token alone, so it refuses every token that is bound to a
 * sender. Prefer `protect`.
 *
 * @param errors the SDK's class `InvalidTokenError`, by which it answers 401
 */
export const tokenVerifier = (guard: Guard, { InvalidTokenError }: { InvalidTokenError: InvalidToken }) => ({
  async verifyAccessToken(token: string): Promise<AuthInfo> {
    const values = (name: string) => (name === "authorization" ? [`Bearer ${token}`] : []);
    const verdict = await guard.check({ method: "POST", target: "/", values });
    if (verdict.allowed) return authInfoOf(verdict.access, guard);
    if (verdict.answer.status >= 500) throw new Error("access tokens cannot be checked now");
    throw new InvalidTokenError("the access token is invalid, expired or revoked");
  },
});
