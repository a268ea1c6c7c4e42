/** The codes and tokens that the fake provider gave, and what they stand for. */
import { createHash, randomBytes } from "node:crypto";
import type { Answer, Json } from "./fake-server.ts";

/** What the provider knows about an access token. */
export interface Issued {
  readonly sub: string;
  readonly client_id: string;
  readonly scope: string;
  readonly iat: number;
}

/** What a person agreed to. */
interface Approved {
  readonly scope: string;
}

/** What a code stands for. */
interface Requested extends Approved {
  readonly nonce: string | null;
  readonly challenge: string | null;
}

export const seconds = () => Math.floor(Date.now() / 1000);

export function fakeTokens() {
  const approvals = new Map<string, Requested>();
  const accessTokens = new Map<string, Issued>();
  const refreshTokens = new Map<string, Approved>();

  const issueAccessToken = (facts: Partial<Issued> = {}): string => {
    const token = `at-secret-${randomBytes(16).toString("hex")}`;
    accessTokens.set(token, { sub: "alice", client_id: "web", scope: "openid email", iat: seconds(), ...facts });
    return token;
  };

  return {
    issueAccessToken,
    find: (accessToken: string) => accessTokens.get(accessToken),
    revoke: (accessToken: string) => void accessTokens.delete(accessToken),

    /** A code for what an authorization request asks. */
    approve(asked: URLSearchParams): string {
      const code = randomBytes(16).toString("base64url");
      const scope = asked.get("scope") ?? "";
      approvals.set(code, { nonce: asked.get("nonce"), challenge: asked.get("code_challenge"), scope });
      return code;
    },

    /** What a code stands for, once, and with its verifier. */
    redeem(form: URLSearchParams): Requested | undefined {
      const approved = spend(approvals, form.get("code"));
      const challenge = createHash("sha256")
        .update(form.get("code_verifier") ?? "")
        .digest("base64url");
      return approved?.challenge === challenge ? approved : undefined;
    },

    /** What a refresh token stands for, once. */
    rotate: (form: URLSearchParams): Approved | undefined => spend(refreshTokens, form.get("refresh_token")),

    issue({ scope }: Approved, more: Json): Answer {
      const tokens: Json = { access_token: issueAccessToken(), token_type: "Bearer", expires_in: 300, ...more };
      if (scope.split(" ").includes("offline_access")) {
        const token = `rt-secret-${randomBytes(16).toString("hex")}`;
        refreshTokens.set(token, { scope });
        tokens.refresh_token = token;
      }
      return [200, tokens];
    },
  };
}

function spend<Value>(held: Map<string, Value>, secret: string | null): Value | undefined {
  const value = held.get(secret ?? "");
  held.delete(secret ?? "");
  return value;
}
