import type { RequestParameters } from "@countersign/rules";
import type { Call } from "@countersign/service";
import type { ClientRequest } from "../client-authentication/method.ts";
import { sourceOfAddress } from "../http/address.ts";
import { paths } from "../paths.ts";

/** What client authentication looks at: the credentials, and the addresses by which an assertion may mean us. */
export const clientRequest = (
  { req, path, address }: Call,
  parameters: RequestParameters,
  issuer: string,
): ClientRequest => ({
  authorization: req.headers.authorization,
  parameters,
  source: sourceOfAddress(address),
  endpoints: () => [`${issuer}${paths.token}`, `${new URL(issuer).origin}${path}`],
});
