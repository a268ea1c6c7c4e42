/** Checks the URL of a webhook without connecting. */
import { isLocalHttp } from "@countersign/rules";
import { type AllowedHosts, targetProblem } from "../../outbound/target.ts";

interface Settings {
  readonly ISSUER: string;
  readonly OUTBOUND_ALLOWED_HOSTS: AllowedHosts;
}

/** What is wrong with an address; `undefined` if nothing is. */
export function webhookTargetProblem(
  address: string,
  { ISSUER, OUTBOUND_ALLOWED_HOSTS }: Settings,
): string | undefined {
  const url = URL.parse(address);
  if (url === null) return "is not a URL";
  return targetProblem(url, OUTBOUND_ALLOWED_HOSTS, { plainHttp: isLocalHttp(ISSUER) });
}
