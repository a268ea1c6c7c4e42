/** Distinguished names: RFC 4514 for their text, RFC 8705 §2.1.2 for their use. */

/** One attribute of a name. The type is a dotted object identifier. */
export type NameAttribute =
  | { readonly type: string; readonly value: string }
  /** A value that is written as the hexadecimal form of its DER (RFC 4514 §2.4). */
  | { readonly type: string; readonly der: string };

/** A name, in the order of a certificate: the widest part first. Each part is a set of attributes. */
export type DistinguishedName = readonly (readonly NameAttribute[])[];

/** A name in a certificate: each value as text, and as the hexadecimal form of its DER. */
export type CertificateName = readonly (readonly {
  readonly type: string;
  readonly value: string;
  readonly der: string;
}[])[];

/** RFC 4514 §3, and the names of RFC 4519 and RFC 2985 that certificates of clients have. */
const TYPES: Readonly<Record<string, string>> = {
  CN: "2.5.4.3",
  SN: "2.5.4.4",
  SERIALNUMBER: "2.5.4.5",
  C: "2.5.4.6",
  L: "2.5.4.7",
  ST: "2.5.4.8",
  STREET: "2.5.4.9",
  O: "2.5.4.10",
  OU: "2.5.4.11",
  TITLE: "2.5.4.12",
  BUSINESSCATEGORY: "2.5.4.15",
  POSTALCODE: "2.5.4.17",
  GIVENNAME: "2.5.4.42",
  ORGANIZATIONIDENTIFIER: "2.5.4.97",
  DC: "0.9.2342.19200300.100.1.25",
  UID: "0.9.2342.19200300.100.1.1",
  EMAILADDRESS: "1.2.840.113549.1.9.1",
};

const OID = /^(?:OID\.)?([0-2](?:\.(?:0|[1-9]\d{0,38})){1,20})$/i;
const HEX_VALUE = /^#((?:[0-9a-f]{2})+)$/i;
const HEX_PAIR = /^[0-9a-f]{2}$/i;
const ESCAPABLE = ' "#+,;<=>\\';
const ALWAYS_ESCAPED = '"+,;<>\0';

/** Reads the text of a name (RFC 4514 §3). Returns `undefined` if it has another form, for example that of OpenSSL. */
export function parseDistinguishedName(text: string): DistinguishedName | undefined {
  const name: NameAttribute[][] = [];
  for (const rdn of split(text, ",")) {
    const attributes = split(rdn, "+").map(attributeOf);
    const known = attributes.filter((attribute) => attribute !== undefined);
    if (known.length < attributes.length) return undefined;
    name.push(known);
  }
  // §2.1: the text begins with the last part.
  return name.reverse();
}

/**
 * Whether a name is that of a certificate: the same parts in the same order. The attributes of one part are a set.
 * Values are compared character by character.
 */
export function isSameName(expected: DistinguishedName, shown: CertificateName): boolean {
  return expected.length === shown.length && expected.every((part, index) => isSamePart(part, shown[index] ?? []));
}

// In both directions: an attribute that comes twice must not stand for two others.
function isSamePart(attributes: DistinguishedName[number], others: CertificateName[number]): boolean {
  return (
    attributes.length === others.length &&
    attributes.every((one) => others.some((other) => isSame(one, other))) &&
    others.every((other) => attributes.some((one) => isSame(one, other)))
  );
}

function isSame(one: NameAttribute, other: CertificateName[number][number]): boolean {
  if (one.type !== other.type) return false;
  return "der" in one ? one.der === other.der : one.value === other.value;
}

/** Splits at a separator that is not escaped. The parts keep their escapes. */
function split(text: string, separator: string): readonly string[] {
  const parts: string[] = [];
  let start = 0;
  for (let at = 0; at < text.length; at++) {
    if (text[at] === "\\") at++;
    else if (text[at] === separator) {
      parts.push(text.slice(start, at));
      start = at + 1;
    }
  }
  return [...parts, text.slice(start)];
}

function attributeOf(text: string): NameAttribute | undefined {
  const equals = text.indexOf("=");
  const type = typeOf(text.slice(0, Math.max(equals, 0)));
  if (type === undefined) return undefined;

  const written = text.slice(equals + 1);
  const [, der] = HEX_VALUE.exec(written) ?? [];
  if (der !== undefined) return { type, der: der.toLowerCase() };
  const value = decodedValue(written);
  return value === undefined ? undefined : { type, value };
}

function typeOf(name: string): string | undefined {
  return OID.exec(name)?.[1] ?? new Map(Object.entries(TYPES)).get(name.toUpperCase());
}

/** RFC 4514 §2.4 and §3: decodes the escapes; `undefined` if a character is not escaped that must be. */
function decodedValue(written: string): string | undefined {
  if (/^[ #]/.test(written)) return undefined;
  // By code points: half of a pair has no encoding.
  const chars = [...written];
  const parts: Uint8Array[] = [];
  let last: Read | undefined;
  for (let at = 0; at < chars.length; at += last.length) {
    last = readAt(chars, at);
    if (last === undefined) return undefined;
    parts.push(last.bytes);
  }
  const endsInSpace = last?.length === 1 && written.endsWith(" ");
  return endsInSpace ? undefined : utf8(Buffer.concat(parts));
}

interface Read {
  readonly bytes: Uint8Array;
  /** How many characters stand for them. */
  readonly length: number;
}

function readAt(chars: readonly string[], at: number): Read | undefined {
  const [char = "", next = "", third = ""] = chars.slice(at, at + 3);
  if (ALWAYS_ESCAPED.includes(char)) return undefined;
  if (char !== "\\") return { bytes: Buffer.from(char), length: 1 };
  if (HEX_PAIR.test(next + third)) return { bytes: Buffer.from(next + third, "hex"), length: 3 };
  return next !== "" && ESCAPABLE.includes(next) ? { bytes: Buffer.from(next), length: 2 } : undefined;
}

function utf8(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
