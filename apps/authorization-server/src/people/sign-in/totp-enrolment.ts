/**
 * Setting up an authenticator app. Until a code was right, the secret is nowhere but with the browser, sealed for the
 * person and the browser session or request in which it was made. So a form cannot bring another secret.
 */
import { after, matchingStep, newTotpSecret, otpauthUri, typedTotpCode } from "@countersign/rules";
import type { SealedTexts } from "../../issuer/keys/sealed-texts.ts";
import { qrCode } from "./qr-code.ts";

const PENDING_SECONDS = 600;

export interface PendingTotp {
  /** In base32. */
  readonly secret: string;
}

interface Owner {
  readonly userId: string;
  /** The session or the request that the secret was made in. */
  readonly place: string;
}

type Sealing = { readonly sealedTexts: SealedTexts; readonly now: () => Date };

/** A new secret, sealed for ten minutes. */
export function beginTotp(owner: Owner, { sealedTexts, now }: Sealing): string {
  const until = after(now(), PENDING_SECONDS).getTime();
  const { sealed, keyEncryptionKeyId } = sealedTexts.seal(
    JSON.stringify({ secret: newTotpSecret(), until }),
    of(owner),
  );
  return `${Buffer.from(sealed).toString("base64url")}.${keyEncryptionKeyId}`;
}

/** The secret that `beginTotp` sealed for this owner; `undefined` for anything else, and after ten minutes. */
export function pendingTotp(
  text: string | undefined,
  owner: Owner,
  { sealedTexts, now }: Sealing,
): PendingTotp | undefined {
  const [, sealed, keyEncryptionKeyId] = /^([\w-]{40,400})\.([^.]{1,100})$/.exec(text ?? "") ?? [];
  if (sealed === undefined || keyEncryptionKeyId === undefined) return undefined;
  try {
    const opened = sealedTexts.open({ sealed: Buffer.from(sealed, "base64url"), keyEncryptionKeyId }, of(owner));
    const { secret, until } = JSON.parse(opened) as { secret: string; until: number };
    return until > now().getTime() ? { secret } : undefined;
  } catch {
    return undefined;
  }
}

/** The time step whose code was typed; `undefined` for a wrong code. */
export function confirmedStep({ secret }: PendingTotp, typed: string, at: Date): number | undefined {
  const code = typedTotpCode(typed);
  return code === undefined ? undefined : matchingStep(secret, code, at);
}

/** A secret as apps take it: as a picture, and as text in groups of four. */
export const shownSecret = ({ secret }: PendingTotp, names: { readonly issuer: string; readonly account: string }) => ({
  qr: qrCode(otpauthUri(secret, names)),
  key: secret.match(/.{1,4}/g)?.join(" ") ?? secret,
});

const of = ({ userId, place }: Owner) => ["totp-pending", userId, place] as const;
