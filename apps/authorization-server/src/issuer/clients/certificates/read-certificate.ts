/** The parts of a certificate that node does not read: RFC 5280 §4.1 and §4.2. */
import type { X509Certificate } from "node:crypto";
import type { CertificateNames } from "@countersign/rules";
import { AsnConvert } from "@peculiar/asn1-schema";
import {
  AlgorithmIdentifier,
  BasicConstraints,
  Certificate,
  type Extension,
  id_ce_basicConstraints,
  id_ce_extKeyUsage,
  id_ce_keyUsage,
  id_ce_subjectAltName,
  KeyUsage,
  KeyUsageFlags,
  SubjectAlternativeName,
} from "@peculiar/asn1-x509";
import { assertBounded } from "./bounded-der.ts";

export interface CertificateContents {
  readonly names: CertificateNames;
  /** How many authorities may stand below this one; `undefined` for any number (RFC 5280 §4.2.1.9). */
  readonly pathLength: number | undefined;
  /** Whether its key may sign; true if the certificate does not say. */
  readonly maySign: boolean;
  /** Whether it has a critical extension that is not checked here: then it must be refused (§4.2). */
  readonly hasUnknownCritical: boolean;
  /** The object identifier of the algorithm of its signature. */
  readonly signatureAlgorithm: string;
  /** The object identifier of the hash that RSASSA-PSS is told to use; undefined if it is told none. */
  readonly pssHash: string | undefined;
}

const CHECKED = new Set([id_ce_basicConstraints, id_ce_extKeyUsage, id_ce_keyUsage, id_ce_subjectAltName]);

/** Parses a part, which is bounded first. */
function parsed<T>(der: Uint8Array | ArrayBuffer, type: new () => T): T {
  assertBounded(new Uint8Array(der));
  return AsnConvert.parse(der, type);
}

/** Reads a certificate. Throws if a part is malformed, or larger than in a certificate. */
export function readCertificate({ raw }: Pick<X509Certificate, "raw">): CertificateContents {
  const { tbsCertificate, signatureAlgorithm } = parsed(raw, Certificate);
  const extensions = tbsCertificate.extensions ?? [];
  const extension = (id: string) => extensions.find(({ extnID }) => extnID === id)?.extnValue.buffer;
  const constraints = extension(id_ce_basicConstraints);
  const usage = extension(id_ce_keyUsage);
  return {
    names: { subject: subjectOf(tbsCertificate.subject), ...alternativeNames(extension(id_ce_subjectAltName)) },
    pathLength: constraints && parsed(constraints, BasicConstraints).pathLenConstraint,
    maySign: usage === undefined || hasFlag(parsed(usage, KeyUsage), KeyUsageFlags.digitalSignature),
    hasUnknownCritical: extensions.some(isUnknownCritical) || hasRepeated(extensions),
    signatureAlgorithm: signatureAlgorithm.algorithm,
    pssHash: hashIn(signatureAlgorithm.parameters),
  };
}

/**
 * The hash in `RSASSA-PSS-params` (RFC 4055 §3.1): a sequence whose member with the tag [0] is its algorithm. Both are
 * shorter than 128 octets, so their lengths have one octet.
 */
function hashIn(parameters: ArrayBuffer | null | undefined): string | undefined {
  const der = Buffer.from(parameters ?? new ArrayBuffer());
  if (der[0] !== 0x30 || der[2] !== 0xa0) return undefined;
  return parsed(der.subarray(4, 4 + (der[3] ?? 0)), AlgorithmIdentifier).algorithm;
}

const isUnknownCritical = ({ critical, extnID }: Extension) => critical && !CHECKED.has(extnID);

// §4.2: an extension comes once.
const hasRepeated = (extensions: readonly Extension[]) =>
  new Set(extensions.map(({ extnID }) => extnID)).size < extensions.length;

const hasFlag = (usage: KeyUsage, flag: number) => (usage.toNumber() & flag) !== 0;

function subjectOf(subject: Certificate["tbsCertificate"]["subject"]): CertificateNames["subject"] {
  return [...subject].map((part) =>
    [...part].map(({ type, value }) => ({
      type,
      value: value.toString(),
      der: Buffer.from(AsnConvert.serialize(value)).toString("hex"),
    })),
  );
}

function alternativeNames(value: ArrayBuffer | undefined): Omit<CertificateNames, "subject"> {
  const names = value === undefined ? [] : [...parsed(value, SubjectAlternativeName)];
  return {
    dns: names.flatMap(({ dNSName }) => dNSName ?? []),
    uris: names.flatMap(({ uniformResourceIdentifier }) => uniformResourceIdentifier ?? []),
    ips: names.flatMap(({ iPAddress }) => iPAddress ?? []),
    emails: names.flatMap(({ rfc822Name }) => rfc822Name ?? []),
  };
}
