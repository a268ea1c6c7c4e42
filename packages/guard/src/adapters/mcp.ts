/** The guard for MCP servers on the official SDK: its `req.auth`, and its `verifyAccessToken`. */
import type { Access } from "../access.ts";
import type { Answer } from "../answer.ts";
import type { Demand } from "../demands.ts";
import type { Guard } from "../guard.ts";
import { accessOf } from "./adapter.ts";
import { type ExpressRequest, protect as protectExpress } from "./express.ts";
import { type NodeResponse, nodeRequest, send } from "./node.ts";

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
 * a certificate, names all missing scopes, and refuses pages of other origins. The transport finds `req.auth`.
 */
export function protect(guard: Guard, ...demands: readonly Demand[]) {
  const check = protectExpress(guard, ...demands);
  const checkOrigin = ownOrigins(guard);
  return (req: ExpressRequest & { auth?: unknown }, res: NodeResponse, next: (err?: unknown) => void): unknown =>
    checkOrigin(req, res, () =>
      check(req, res, (err) => {
        if (req.method !== "OPTIONS") req.auth = authInfoOf(accessOf(req), guard);
        next(err);
      }),
    );
}

/**
 * A middleware that refuses requests of Web pages of other origins (MCP transport, "Security"): a page whose name leads
 * to this machine could reach a server there (DNS rebinding). `protect` does so itself; use this for paths without it.
 */
export const ownOrigins =
  ({ origins }: Guard) =>
  (req: ExpressRequest, res: NodeResponse, next: () => unknown): unknown => {
    const isOurs = nodeRequest(req)
      .values("origin")
      .every((origin) => origins.includes(origin));
    return isOurs ? next() : send(res, FOREIGN);
  };

/** JSON-RPC 2.0 §5.1: an error without a request. */
const FOREIGN: Answer = {
  status: 403,
  headers: [
    ["content-type", "application/json"],
    ["cache-control", "no-store"],
  ],
  body: JSON.stringify({
    jsonrpc: "2.0",
    error: { code: -32_600, message: "requests of pages of this origin are not accepted" },
    id: null,
  }),
};

/** Makes the SDK's `InvalidTokenError`. */
type InvalidToken = new (message: string) => Error;

/**
 * A verifier for the SDK's `requireBearerAuth`. It gets only the token, so it refuses every token that is bound to a
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
