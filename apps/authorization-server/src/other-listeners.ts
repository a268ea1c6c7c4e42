/** The listeners besides the public one: those that are configured. */
import type { Metrics, OtherListener } from "@countersign/service";
import { administrationApi } from "./admin-api/routes.ts";
import { forClientsWithCertificates } from "./certificate-routes.ts";
import type { Config } from "./config.ts";
import type { OpenedDependencies } from "./open.ts";

export function otherListeners(
  { deps, administration }: Pick<OpenedDependencies, "deps" | "administration">,
  { ADMIN_URL: url, ADMIN_HOST: host, ADMIN_PORT: port, TRUSTED_PROXIES: trustedProxies }: Config,
  { metrics }: { readonly metrics: Metrics | undefined },
): readonly OtherListener[] {
  const { mutualTls } = deps;
  const others: OtherListener[] = [];
  if (mutualTls !== undefined) {
    others.push({ ...mutualTls, listener: forClientsWithCertificates(deps, mutualTls, { metrics }) });
  }
  if (url !== undefined && port !== undefined) {
    const listener = administrationApi(administration, { url, metrics, trustedProxies });
    others.push({ at: { host, port }, variable: "ADMIN_PORT", listener });
  }
  return others;
}
