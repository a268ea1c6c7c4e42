/** The configured listeners other than the public one. The code of a listener that is not configured is not loaded. */
import type { Metrics, OtherListener } from "@countersign/service";
import type { Config } from "../config.ts";
import type { OpenedDependencies } from "../open.ts";

export async function otherListeners(
  { deps, administration }: Pick<OpenedDependencies, "deps" | "administration">,
  { ADMIN_URL: url, ADMIN_HOST: host, ADMIN_PORT: port, TRUSTED_PROXIES: trustedProxies }: Config,
  { metrics }: { readonly metrics: Metrics | undefined },
): Promise<readonly OtherListener[]> {
  const { mutualTls } = deps;
  const others: OtherListener[] = [];
  if (mutualTls !== undefined) {
    const { forClientsWithCertificates } = await import("../issuer/certificate-routes.ts");
    others.push({ ...mutualTls, listener: forClientsWithCertificates(deps, mutualTls, { metrics }) });
  }
  if (url !== undefined && port !== undefined) {
    const { administrationApi } = await import("../administration/api/routes.ts");
    const listener = administrationApi(administration, { url, metrics, trustedProxies });
    others.push({ at: { host, port }, variable: "ADMIN_PORT", listener });
  }
  return others;
}
