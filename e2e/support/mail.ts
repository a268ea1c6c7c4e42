/** The mails of a world, as its mail catcher has them. */
import { expect } from "@playwright/test";
import type { World } from "./worlds/world.ts";

/** What mails contain: a code of six digits, or a link with a token. */
export const CODE = /\b\d{6}\b/;
export const INVITATION_LINK = /http\S+\/invitation\?\S+/;
export const RESET_LINK = /http\S+\/reset-password\?\S+/;

interface Mail {
  readonly to: readonly string[];
  readonly text: string;
}

/** Waits for a mail to this address whose text has the pattern. Returns what the newest such mail has in its place. */
export async function mailed(world: World, address: string, pattern: RegExp): Promise<string> {
  // The catcher listens on the port after that of the sample client, and answers under the names of loopback only.
  const catcher = `http://localhost:${Number(new URL(world.client).port) + 1}/messages.json`;
  let found: string | undefined;
  await expect(async () => {
    const mails = (await (await fetch(catcher)).json()) as readonly Mail[];
    const mail = mails.find(({ to, text }) => to.includes(address) && pattern.test(text));
    found = pattern.exec(mail?.text ?? "")?.[0];
    expect(found).toBeDefined();
  }).toPass();
  return found ?? "";
}
