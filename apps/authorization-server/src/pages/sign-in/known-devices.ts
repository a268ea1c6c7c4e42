/**
 * Device cookies (OWASP, "Slow Down Online Guessing Attacks with Device Cookies"): a browser that signed in to an account
 * keeps a proof of it. Guessing from elsewhere then never shuts its owner out.
 */
import { createHmac, hkdfSync, timingSafeEqual } from "node:crypto";
import { newSecret } from "@countersign/rules";

const COOKIE = /^[\w-]{43}(?:\.[\w-]{22}){1,5}$/;
/** Accounts that a browser is known for: those that signed in last. */
const MOST_ACCOUNTS = 5;
const TAG_BYTES = 16;

export interface KnownDevices {
  /** The device that a cookie names, when somebody signed in to this account with it; `undefined` for any other cookie. */
  find(cookie: string | undefined, username: string): string | undefined;
  /** The cookie of a browser by which somebody just signed in to this account. It tells nothing to who has no key. */
  remember(cookie: string | undefined, username: string): string;
}

/** @param keys the first makes proofs, all check them: those of the deployment, so that every replica knows the cookie */
export function knownDevices(keys: readonly { readonly key: Uint8Array }[]): KnownDevices {
  const own = keys.map(({ key }) => Buffer.from(hkdfSync("sha256", key, "", "countersign device cookie", 32)));
  const tagsOf = (device: string, username: string) => own.map((key) => tagOf(key, device, username));

  return {
    find(cookie, username) {
      const { device, tags } = parse(cookie);
      const expected = tagsOf(device, username);
      const isKnown = tags.some((tag) => expected.some((one) => timingSafeEqual(Buffer.from(tag), Buffer.from(one))));
      return isKnown ? device : undefined;
    },

    remember(cookie, username) {
      const { device, tags } = parse(cookie);
      const here = tagsOf(device, username);
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

function tagOf(key: Buffer, device: string, username: string): string {
  const about = JSON.stringify([device, username.toLowerCase()]);
  return createHmac("sha256", key).update(about).digest().subarray(0, TAG_BYTES).toString("base64url");
}
