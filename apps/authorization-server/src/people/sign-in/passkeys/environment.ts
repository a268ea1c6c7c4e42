/** The variables about passkeys. config.ts includes them. */
import type { RelyingPartySettings } from "@countersign/rules";
import { z } from "zod";

/** Browsers read no more (WebAuthn §5.11.1). */
const MOST_RELATED_ORIGINS = 5;

const isHttpsOrigin = (text: string) =>
  text.startsWith("https:") && URL.canParse(text) && new URL(text).origin === text;

export const passkeyEnvironment = z.object({
  /** The RP ID of passkeys, if it is not the host of the issuer but a parent domain of it (WebAuthn §4). */
  WEBAUTHN_RP_ID: z
    .string()
    .regex(/^[a-z0-9-]+(\.[a-z0-9-]+)*$/, "must be a domain in lower case")
    .optional(),
  /**
   * Whether only this deployment uses the RP ID. Then a browser is told to forget a passkey that is not known here
   * (WebAuthn Level 3 §5.1.10). Elsewhere it may be one of another issuer.
   */
  WEBAUTHN_RP_ID_USE: z.enum(["shared", "exclusive"]).default("shared"),
  /** Origins of other sites that may use the passkeys of this RP ID, comma separated (WebAuthn §5.11). */
  RELATED_ORIGINS: z
    .string()
    .default("")
    .transform((text) => text.split(",").flatMap((part) => part.trim() || []))
    .refine((origins) => origins.length <= MOST_RELATED_ORIGINS, `must be at most ${MOST_RELATED_ORIGINS} origins`)
    .refine((origins) => origins.every(isHttpsOrigin), "must be https origins"),
});

/** What the relying party of an issuer is made of. */
export const relyingPartySettings = (
  config: Readonly<z.output<typeof passkeyEnvironment>> & { readonly ISSUER: string },
): RelyingPartySettings => ({
  issuer: config.ISSUER,
  rpId: config.WEBAUTHN_RP_ID,
  isExclusive: config.WEBAUTHN_RP_ID_USE === "exclusive",
  relatedOrigins: config.RELATED_ORIGINS,
});
