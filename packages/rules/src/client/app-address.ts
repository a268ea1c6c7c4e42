import type { Client } from "./client.ts";

/**
 * Where a person goes on at an app: to the sign-in that it begins itself (OIDC Core §4), else to its home page;
 * `undefined` if it registered neither.
 */
export function addressOfApp(
  { initiateLoginUri, clientUri }: Pick<Client, "initiateLoginUri" | "clientUri">,
  issuer: string,
): string | undefined {
  if (initiateLoginUri === undefined) return clientUri;
  const address = new URL(initiateLoginUri);
  address.searchParams.set("iss", issuer);
  return address.href;
}
