/** How long a person waits for Keycloak, which prepares each of its pages when it is first shown. */
import { expect } from "@playwright/test";

export const WITHIN_MS = 60_000;

/** Acts until it succeeds. */
export const within = (act: () => Promise<void>): Promise<void> => expect(act).toPass({ timeout: WITHIN_MS });
