/** A call of an API with the access token of a sign-in: RFC 6750 §2.1, and RFC 9449 §7 for a bound one. */
import { type Configuration, fetchProtectedResource, WWWAuthenticateChallengeError } from "openid-client";
import type { Access } from "./tokens.ts";

export interface ApiCall {
  readonly url: string;
  /** What the API answered; undefined if there was none, or if the API failed. */
  readonly status: number | undefined;
}

/** Sends one GET. What the API answers says nothing about the person, so a refusal does not end the sign-in. */
export async function callApi(
  configuration: Configuration,
  url: string,
  { accessToken, sender }: Pick<Access, "accessToken" | "sender">,
): Promise<ApiCall> {
  const headers = new Headers({ accept: "application/json" });
  const sending = fetchProtectedResource(configuration, accessToken, new URL(url), "GET", undefined, headers, sender);
  const status = await sending.then(
    async (answer) => {
      // The body is not read: it may be long, and it is not shown.
      await answer.body?.cancel().catch(() => {});
      return answer.status;
    },
    (err: unknown) => (err instanceof WWWAuthenticateChallengeError ? err.status : undefined),
  );
  return { url, status };
}
