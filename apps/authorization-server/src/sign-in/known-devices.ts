/**
 * Device cookies (OWASP, "Slow Down Online Guessing Attacks with Device Cookies"). A browser that signed in to an
 * account keeps a proof of that. Password guessing from elsewhere then cannot lock the account's owner out.
 */
import { createHmac, hkdfSync, timingSafeEqual } from "node:crypto";
import { newSecret } from "@countersign/rules";

const COOKIE = /^[\w-]{43}(?:\.[\w-]{22}){1,5}$/;
/** The maximum number of accounts in one cookie: those that signed in last. */
const MOST_ACCOUNTS = 5;
const TAG_BYTES = 16;

/** An account, with the username as the person typed it. */
export interface NamedAccount {
  readonly id: string;
  readonly username: string;
}

export interface KnownDevices {
  /**
   * The device that a cookie names, if a person signed in to this account with it; `undefined` for any other cookie.
   */
  find(cookie: string | undefined, account: NamedAccount): string | undefined;
  /**
   * The cookie for a browser with which a person just signed in to this account. Without the key it reveals nothing.
   */
  remember(cookie: string | undefined, account: NamedAccount): string;
}

/**
 * @param keys the keys of the deployment, so that every replica accepts the cookie; the first makes proofs, all check
 * them
 */
export function knownDevices(keys: readonly { readonly key: Uint8Array }[]): KnownDevices {
  const own = keys.map(({ key }) => Buffer.from(hkdfSync("sha256", key, "", "countersign device cookie", 32)));
  const tagsOf = (device: string, { id, username }: NamedAccount) =>
    // Earlier versions used the username as typed. Cookies live for half a year. Remove the username after that time.
    [id, username.toLowerCase()].flatMap((account) => own.map((key) => tagOf(key, device, account)));

  return {
    find(cookie, account) {
      const { device, tags } = parse(cookie);
      const expected = tagsOf(device, account);
      const isKnown = tags.some((tag) => expected.some((one) => timingSafeEqual(Buffer.from(tag), Buffer.from(one))));
      return isKnown ? device : undefined;
    },

    remember(cookie, account) {
      const { device, tags } = parse(cookie);
      const here = tagsOf(device, account);
      const others = tags.filter((tag) => !here.includes(tag));
      return [device, here[0], ...others.slice(0, MOST_ACCOUNTS - 1)].join(".");
    },
  };
}

function parse(cookie: string | undefined): { device: string; tags: readonly string[] } {
  if (cookie === undefined || !COOKIE.test(cookie)) return { device: newSecret(), tags: [] };
  const [device = "", ...tags] = cookie.split(".");
  return { device, tags };
}

function tagOf(key: Buffer, device: string, account: string): string {
  const about = JSON.stringify([device, account]);
  return createHmac("sha256", key).update(about).digest().subarray(0, TAG_BYTES).toString("base64url");
}
