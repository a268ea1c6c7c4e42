import { isIPv4, isIPv6 } from "node:net";

/** The source that a limit counts: an IPv4 address, or the /64 that an IPv6 customer has at least. */
export function sourceOf(address: string): string {
  const read = readAddress(address);
  return typeof read === "string" ? read : `${written(read, 4)}::/64`;
}

/** The network in which one customer may have many sources: the /24 of an IPv4 address, the /48 of an IPv6 address. */
export function networkOf(address: string): string {
  const read = readAddress(address);
  if (typeof read !== "string") return `${written(read, 3)}::/48`;
  return isIPv4(read) ? `${read.slice(0, read.lastIndexOf("."))}.0/24` : read;
}

type Groups = readonly number[];

const written = (groups: Groups, count: number) =>
  groups
    .slice(0, count)
    .map((group) => group.toString(16))
    .join(":");

/** The eight groups of an IPv6 address in any notation (RFC 4291 §2.2); any other text unchanged. */
function readAddress(address: string): Groups | string {
  // RFC 4291 §2.5.5.2: an IPv4 address in the form that a dual-stack socket reports.
  const shown = address.startsWith("::ffff:") ? address.slice("::ffff:".length) : address;
  if (isIPv4(shown)) return shown;
  if (!isIPv6(address)) return address;

  const groups = groupsOf(address);
  const isMapped = groups[5] === 0xffff && groups.slice(0, 5).every((group) => group === 0);
  return isMapped ? groups.slice(6).map(dotted).join(".") : groups;
}

function groupsOf(address: string): Groups {
  const [unzoned = ""] = address.split("%");
  const inGroups = unzoned.replace(
    /(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})$/,
    (_, a, b, c, d) => `${pair(a, b)}:${pair(c, d)}`,
  );
  const [head = [], tail = []] = inGroups.split("::").map(numbersIn);
  return [...head, ...Array<number>(8 - head.length - tail.length).fill(0), ...tail];
}

const numbersIn = (text: string) => (text === "" ? [] : text.split(":").map((group) => Number.parseInt(group, 16)));
const pair = (high: string, low: string) => (Number(high) * 256 + Number(low)).toString(16);
const dotted = (group: number) => `${group >> 8}.${group & 255}`;
