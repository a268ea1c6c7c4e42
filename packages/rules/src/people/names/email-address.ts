/**
 * E-mail addresses as identifiers of people: which ones are accepted, and when two of them are the same. The rules
 * follow RFC 5321 §4.1.2 (Mailbox), without quoted local parts and address literals, and RFC 5890 for domains.
 */
/** RFC 5321 §4.5.3.1.3: a path has at most 256 octets, and two of them are the angle brackets. */
const LONGEST_ADDRESS = 254;
/** RFC 5321 §4.5.3.1.1. */
const LONGEST_LOCAL_PART = 64;
/** RFC 1035 §2.3.4. */
const LONGEST_DOMAIN = 253;
/** A domain in Unicode may be longer than its A-labels. */
const LONGEST_TYPED = 1024;

/** An address that mail can be sent to. */
export interface EmailAddress {
  /** The address for the envelope and the header: the local part as it was typed, the domain as A-labels. */
  readonly deliverable: string;
  /**
   * The form in which addresses are compared: all letters are lower case. Dots and `+` in the local part are kept,
   * because only the domain's own mail server may ignore them (RFC 5321 §2.3.11).
   */
  readonly canonical: string;
}

/**
 * Reads an address that a person typed; `undefined` if it is not an address that we accept. Spaces around it and one
 * dot at its end are removed. Takes time linear in the length of the text.
 */
export function readEmailAddress(text: string): EmailAddress | undefined {
  if (text.length > LONGEST_TYPED) return undefined;
  const [local, domain, ...more] = trimmed(text).split("@");
  if (local === undefined || domain === undefined || more.length > 0) return undefined;

  const host = isLocalPart(local) ? asciiDomain(domain) : undefined;
  if (host === undefined) return undefined;
  const deliverable = `${local}@${host}`;
  return deliverable.length > LONGEST_ADDRESS ? undefined : { deliverable, canonical: deliverable.toLowerCase() };
}

/** The domain of an address in canonical form. */
export const domainOf = (canonical: string): string => canonical.slice(canonical.indexOf("@") + 1);

/**
 * A domain as lower-case A-labels (RFC 5890 §2.3.2.1); `undefined` if it is not the name of a mail domain. It has at
 * least two labels, and is not an IP address.
 */
export function asciiDomain(domain: string): string | undefined {
  if (!DOMAIN_CHARACTERS.test(domain)) return undefined;
  const host = hostOfUrl(domain);
  if (host === undefined || host.length > LONGEST_DOMAIN) return undefined;
  const labels = host.split(".");
  return labels.length > 1 && labels.every((label) => LABEL.test(label)) && /\D/.test(labels.at(-1) ?? "")
    ? host
    : undefined;
}

function hostOfUrl(domain: string): string | undefined {
  // The URL parser applies UTS #46: case, width and normalization, then A-labels.
  const { hostname } = URL.parse(`http://${domain}`) ?? {};
  return hostname?.replace(/\.$/, "");
}

// RFC 5321 §4.1.2: Dot-string. Without a quoted string no address has a space, comma, quote or angle bracket in it.
const isLocalPart = (local: string) =>
  local.length <= LONGEST_LOCAL_PART && local.split(".").every((atom) => ATOM.test(atom));
const ATOM = /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+$/;

/** Letters, marks and digits. No character that a URL gives a meaning to, and none that is invisible. */
const DOMAIN_CHARACTERS = /^(?:(?!\p{Default_Ignorable_Code_Point})[\p{L}\p{M}\p{Nd}.-])+$/u;
/** RFC 1123 §2.1. */
const LABEL = /^(?!-)[a-z0-9-]{1,63}(?<!-)$/;

// Other white space is refused with the address: a line break is never part of one.
function trimmed(text: string): string {
  let [start, end] = [0, text.length];
  while (text[start] === " ") start++;
  while (end > start && text[end - 1] === " ") end--;
  return text.slice(start, end);
}
