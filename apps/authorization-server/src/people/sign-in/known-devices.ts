/**
 * Device cookies (OWASP, "Slow Down Online Guessing Attacks with Device Cookies"). A browser that signed in to an
 * account keeps a proof of that. Password guessing from elsewhere then cannot lock the account's owner out.
 */
import { createHmac, hkdfSync, timingSafeEqual } from "node:crypto";
import { newSecret } from "@countersign/rules";

/** A device, and a proof for each account. Proofs of 22 characters are of earlier versions: they know no place. */
const COOKIE = /^[\w-]{43}(?:\.[\w-]{22}|\.[\w-]{44}){1,5}$/;
/** The maximum number of accounts in one cookie: those that signed in last. */
const MOST_ACCOUNTS = 5;
const TAG_BYTES = 16;
const PLACE_BYTES = 8;
const TAG_LENGTH = 22;
const PLACE_LENGTH = 11;

/** An account, with the username as the person typed it. */
export interface NamedAccount {
  readonly id: string;
  readonly username: string;
}

/** Where a sign-in comes from. */
export interface Place {
  readonly network: string;
  /** The name of the browser; undefined for one that is not known. */
  readonly browser: string | undefined;
}

export interface KnownDevices {
  /**
   * The device that a cookie names, if a person signed in to this account with it; `undefined` for any other cookie.
   */
  find(cookie: string | undefined, account: NamedAccount): string | undefined;
  /**
   * Whether a cookie names a device of this account, and comes from the network or the browser of the last sign-in
   * there. A cookie that comes from another network and another browser was probably copied.
   */
  isAtHome(cookie: string | undefined, account: NamedAccount, place: Place): boolean;
  /**
   * The cookie for a browser with which a person just signed in to this account. Without the key it reveals nothing.
   */
  remember(cookie: string | undefined, account: NamedAccount, place: Place): string;
}

/**
 * @param keys the keys of the deployment, so that every replica accepts the cookie; the first makes proofs, all check
 * them
 */
export function knownDevices(keys: readonly { readonly key: Uint8Array }[]): KnownDevices {
  const keysFor = (use: string) => keys.map(({ key }) => Buffer.from(hkdfSync("sha256", key, "", use, 32)));
  const [placed, unplaced] = [keysFor("countersign device and place"), keysFor("countersign device cookie")];

  /** The proofs that a device knows an account. */
  const tagsOf = (device: string, { id, username }: NamedAccount) => ({
    placed: placed.map((key) => tagOf(key, [device, id], TAG_BYTES)),
    // Earlier versions used the username as typed. Cookies live for half a year. Remove all of these after that time.
    unplaced: [id, username.toLowerCase()].flatMap((account) =>
      unplaced.map((key) => tagOf(key, [device, account], TAG_BYTES)),
    ),
  });
  const proofOf = (cookie: string | undefined, account: NamedAccount) => {
    const { device, tags } = parse(cookie);
    const expected = tagsOf(device, account);
    const known = tags.filter((tag) =>
      isAmong(tag.slice(0, TAG_LENGTH), tag.length === TAG_LENGTH ? expected.unplaced : expected.placed),
    );
    return { device, known, others: tags.filter((tag) => !known.includes(tag)) };
  };
  const placesOf = (key: Buffer, device: string, { id }: NamedAccount, { network, browser }: Place) =>
    [["network", network] as const, ["browser", browser ?? ""] as const].map((about) =>
      tagOf(key, [device, id, ...about], PLACE_BYTES),
    );

  return {
    find(cookie, account) {
      const { device, known } = proofOf(cookie, account);
      return known.length > 0 ? device : undefined;
    },

    isAtHome(cookie, account, place) {
      const { device, known } = proofOf(cookie, account);
      const here = placed.flatMap((key) => placesOf(key, device, account, place));
      return known.some((tag) => {
        const [network, browser] = [tag.slice(TAG_LENGTH, -PLACE_LENGTH), tag.slice(-PLACE_LENGTH)];
        return tag.length === TAG_LENGTH || isAmong(network, here) || isAmong(browser, here);
      });
    },

    remember(cookie, account, place) {
      const { device, others } = proofOf(cookie, account);
      const [key = Buffer.alloc(0)] = placed;
      const tag = [...tagsOf(device, account).placed.slice(0, 1), ...placesOf(key, device, account, place)].join("");
      return [device, tag, ...others.slice(0, MOST_ACCOUNTS - 1)].join(".");
    },
  };
}

const isAmong = (tag: string, expected: readonly string[]) =>
  expected.some((one) => one.length === tag.length && timingSafeEqual(Buffer.from(tag), Buffer.from(one)));

function parse(cookie: string | undefined): { device: string; tags: readonly string[] } {
  if (cookie === undefined || !COOKIE.test(cookie)) return { device: newSecret(), tags: [] };
  const [device = "", ...tags] = cookie.split(".");
  return { device, tags };
}

function tagOf(key: Buffer, about: readonly string[], bytes: number): string {
  return createHmac("sha256", key).update(JSON.stringify(about)).digest().subarray(0, bytes).toString("base64url");
}
