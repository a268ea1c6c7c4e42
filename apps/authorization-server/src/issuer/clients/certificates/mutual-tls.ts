/** The configuration of mutual TLS: RFC 8705 §3.3 and §5. */
import { checkMutualTls, type MutualTls, mutualTls, mutualTlsEnvironment } from "@countersign/service";
import { z } from "zod";
import type { Trust } from "./trust.ts";

/** The variables about certificates of clients. config.ts includes them. */
export const certificateEnvironment = z.object({
  ...mutualTlsEnvironment.shape,
  /** The certificates of the authorities that certificates of clients may come from. */
  MTLS_CLIENT_CA: z
    .string()
    .regex(/-----BEGIN CERTIFICATE-----/, "must be certificates in PEM form")
    .optional(),
  /** The userinfo endpoint for clients with certificates, if the resource server has one. */
  MTLS_USERINFO_ENDPOINT: z.url({ protocol: /^https$/ }).optional(),
});

/** Refuses settings of mutual TLS that are unsafe, or that fit together in no way. */
export const checkCertificateEnvironment: typeof checkMutualTls = (env, context) => checkMutualTls(env, context);

/** How clients with certificates reach this deployment. */
export interface MutualTlsUse extends MutualTls {
  readonly hasAnchors: boolean;
  readonly userinfoEndpoint: string | undefined;
}

interface OpenedMutualTls {
  readonly mutualTls: MutualTlsUse | undefined;
  readonly trust: Trust | undefined;
}

/** Reads the authorities. What reads certificates is loaded only if it is needed. */
export async function openMutualTls(config: z.output<typeof certificateEnvironment>): Promise<OpenedMutualTls> {
  const listener = mutualTls(config);
  if (listener === undefined) return { mutualTls: undefined, trust: undefined };

  const { MTLS_CLIENT_CA: pem, MTLS_USERINFO_ENDPOINT: userinfoEndpoint } = config;
  const trust = pem === undefined ? undefined : (await import("./trust.ts")).openTrust(pem);
  return { mutualTls: { ...listener, hasAnchors: trust !== undefined, userinfoEndpoint }, trust };
}
