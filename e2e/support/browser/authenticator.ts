/** Authenticators of the DevTools protocol, for a real browser. */
import type { CDPSession, Page } from "@playwright/test";

export interface Authenticator {
  readonly cdp: CDPSession;
  readonly authenticatorId: string;
}

const OPTIONS = {
  /** Like that of a laptop or phone. */
  passkeys: {
    transport: "internal",
    hasResidentKey: true,
    hasUserVerification: true,
    isUserVerified: true,
    defaultBackupEligibility: true,
    defaultBackupState: true,
  },
  /** A key on a cable, which a touch is enough for. */
  securityKey: { transport: "usb", hasResidentKey: false, hasUserVerification: false },
} as const;

/** Gives the browser an authenticator, whose person agrees to everything. */
export async function addAuthenticator(page: Page, kind: keyof typeof OPTIONS = "passkeys"): Promise<Authenticator> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send("WebAuthn.enable", { enableUI: false });
  const common = { protocol: "ctap2", ctap2Version: "ctap2_1", automaticPresenceSimulation: true } as const;
  const { authenticatorId } = await cdp.send("WebAuthn.addVirtualAuthenticator", {
    options: { ...common, ...OPTIONS[kind] },
  });
  return { cdp, authenticatorId };
}

/** The credentials that it holds. */
export const credentialsOf = async ({ cdp, authenticatorId }: Authenticator) =>
  (await cdp.send("WebAuthn.getCredentials", { authenticatorId })).credentials;
