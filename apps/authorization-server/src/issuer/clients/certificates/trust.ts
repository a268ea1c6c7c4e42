/** Whether a certificate of a client comes from a configured authority: RFC 8705 §2.1, RFC 5280 §6.1. */
import { createHash, type KeyObject, X509Certificate } from "node:crypto";
import type { CertificateNames } from "@countersign/rules";
import type { ClientCertificate } from "./client-certificate.ts";
import { type CertificateContents, readCertificate } from "./read-certificate.ts";

export interface Trust {
  /**
   * The names in a certificate that comes from one of our authorities, or why it does not, for the log. The system's
   * authorities are never asked: they attest hosts, and not clients.
   *
   * @param anchor the SHA-256 of the key of the only authority that is accepted; by default each
   */
  verify(certificate: ClientCertificate, about: { readonly anchor?: string | undefined; readonly at: Date }): Verdict;
}

export type Verdict = { readonly names: CertificateNames } | { readonly problem: string };

interface Authority {
  readonly certificate: X509Certificate;
  readonly contents: CertificateContents;
}

interface Anchor extends Authority {
  readonly keyHash: string;
}

const CLIENT_AUTHENTICATION = "1.3.6.1.5.5.7.3.2";
/** An RSA key with a longer modulus or exponent would make each signature of a hostile chain slow to verify. */
const RSA = { fewestBits: 2048, mostBits: 8192, greatestExponent: 0xff_ff_ff_ffn };
const ELLIPTIC = ["ec", "ed25519", "ed448"];
/** How many authorities may stand between a certificate and an anchor. */
const LONGEST_PATH = 4;

/**
 * Signatures that cannot be forged: RSA and ECDSA with SHA-256, SHA-384 and SHA-512 (RFC 4055 §5, RFC 5758 §3.2), and
 * Ed25519 and Ed448 (RFC 8410 §3). Those with MD5 and SHA-1 can (RFC 9155).
 */
const SOUND_SIGNATURES = new Set([
  ...["1.2.840.113549.1.1.11", "1.2.840.113549.1.1.12", "1.2.840.113549.1.1.13"],
  ...["1.2.840.10045.4.3.2", "1.2.840.10045.4.3.3", "1.2.840.10045.4.3.4"],
  ...["1.3.101.112", "1.3.101.113"],
]);

/** RSASSA-PSS names its hash in its parameters. Without it, that is SHA-1 (RFC 4055 §3.1). */
const RSASSA_PSS = "1.2.840.113549.1.1.10";
const SOUND_HASHES = new Set(["2.16.840.1.101.3.4.2.1", "2.16.840.1.101.3.4.2.2", "2.16.840.1.101.3.4.2.3"]);

const isSound = ({ signatureAlgorithm, pssHash }: CertificateContents) =>
  signatureAlgorithm === RSASSA_PSS
    ? pssHash !== undefined && SOUND_HASHES.has(pssHash)
    : SOUND_SIGNATURES.has(signatureAlgorithm);

/**
 * Reads the authorities that certificates of clients may come from.
 *
 * @param pem their certificates
 * @throws Error with one line for the operator if one cannot be read or is not of an authority
 */
export function openTrust(pem: string): Trust {
  const anchors = pem
    .split(/(?=-----BEGIN CERTIFICATE-----)/)
    .filter((text) => text.includes("-----BEGIN"))
    .map(anchorOf);

  return {
    verify(certificate, { anchor, at }) {
      try {
        const leaf = readCertificate(certificate.leaf);
        const problem =
          problemOf({ certificate: certificate.leaf, contents: leaf }, at) ?? leafProblem(certificate.leaf, leaf);
        if (problem !== undefined) return { problem };

        const accepted = anchors.filter(({ keyHash }) => anchor === undefined || keyHash === anchor);
        return leadsTo(accepted, certificate, at)
          ? { names: leaf.names }
          : { problem: "it comes from no accepted authority" };
      } catch {
        return { problem: "it is malformed" };
      }
    },
  };
}

function anchorOf(pem: string): Anchor {
  try {
    const certificate = new X509Certificate(pem);
    const keyHash = createHash("sha256").update(certificate.publicKey.export({ type: "spki", format: "der" }));
    const anchor = { certificate, contents: readCertificate(certificate), keyHash: keyHash.digest("base64url") };
    if (certificate.ca) return anchor;
  } catch {
    // The error below names the variable.
  }
  throw new Error("MTLS_CLIENT_CA: must be certificates of authorities in PEM form");
}

/** What is wrong with a certificate, regardless of its purpose. */
function problemOf({ certificate, contents }: Authority, at: Date): string | undefined {
  if (at < certificate.validFromDate || at > certificate.validToDate) return "it is not valid at this time";
  if (contents.hasUnknownCritical) return "it has an unknown critical extension";
  if (!isSound(contents)) return "its signature algorithm is broken";
  // RFC 5280 §4.2.1.12: without the extension, a key may be used for everything.
  const isForOthers = certificate.keyUsage !== undefined && !certificate.keyUsage.includes(CLIENT_AUTHENTICATION);
  if (isForOthers) return "it is not for clients";
  return keyProblem(certificate.publicKey);
}

/** What is wrong with a key. It is asked before the key verifies anything. */
function keyProblem({ asymmetricKeyType: type, asymmetricKeyDetails = {} }: KeyObject): string | undefined {
  if (type !== undefined && ELLIPTIC.includes(type)) return undefined;
  if (type !== "rsa" && type !== "rsa-pss") return "its key is of another kind";
  const { modulusLength = 0, publicExponent = 0n } = asymmetricKeyDetails;
  if (modulusLength < RSA.fewestBits) return "its key is too short";
  const isSlow = modulusLength > RSA.mostBits || publicExponent > RSA.greatestExponent;
  return isSlow ? "its key is too large" : undefined;
}

function leafProblem({ ca }: X509Certificate, { maySign }: CertificateContents): string | undefined {
  if (ca) return "it is of an authority";
  return maySign ? undefined : "its key may not sign";
}

/** Walks from the certificate to an anchor. Each authority is visited once, so hostile chains cost little. */
function leadsTo(anchors: readonly Anchor[], { leaf, chain }: ClientCertificate, at: Date): boolean {
  let level: readonly X509Certificate[] = [leaf];
  let unused = [...chain];
  for (let below = 0; below <= LONGEST_PATH && level.length > 0; below++) {
    const issues = (authority: X509Certificate, { pathLength = below }: CertificateContents) =>
      pathLength >= below && level.some((one) => isIssuedBy(one, authority));
    if (anchors.some((one) => problemOf(one, at) === undefined && issues(one.certificate, one.contents))) return true;

    const next = unused.filter((one) => one.ca && isAuthority(one, at, issues));
    unused = unused.filter((one) => !next.includes(one));
    level = next;
  }
  return false;
}

function isAuthority(
  certificate: X509Certificate,
  at: Date,
  issues: (certificate: X509Certificate, contents: CertificateContents) => boolean,
): boolean {
  const contents = readCertificate(certificate);
  return problemOf({ certificate, contents }, at) === undefined && issues(certificate, contents);
}

// By its name, the identifier and the use of its key, and then by the signature: names by themselves prove nothing.
const isIssuedBy = (one: X509Certificate, authority: X509Certificate) =>
  one.checkIssued(authority) && one.verify(authority.publicKey);
