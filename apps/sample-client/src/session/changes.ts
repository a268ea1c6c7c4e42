/** What a refresh changed, in words. Tokens are compared by fingerprint: they themselves are never shown. */
import { userinfoRows } from "../pages/claim-rows.ts";
import { hashOf } from "./secrets.ts";
import type { SignIn } from "./sign-in.ts";

export interface Change {
  readonly name: string;
  readonly value: string;
  readonly meaning: string | undefined;
}

export interface Update {
  readonly at: Date;
  /** Whether the access token was renewed, or the same token was used again. */
  readonly renewed: boolean;
  readonly changes: readonly Change[];
}

type Compared = Pick<SignIn, "access" | "idToken" | "scopes" | "userinfo">;

/** Every token, and every claim that differs. If no token was replaced, only the claims. */
export function changesOf(before: Compared, after: Compared): readonly Change[] {
  const accessToken = tokenChange("access_token", before.access.accessToken, after.access.accessToken);
  if (before.access.accessToken === after.access.accessToken) return [accessToken, ...claimChanges(before, after)];

  return [
    accessToken,
    ...expiryChange(before, after),
    tokenChange("refresh_token", before.access.refreshToken, after.access.refreshToken),
    tokenChange("id_token", before.idToken?.jwt, after.idToken?.jwt),
    ...scopeChange(before, after),
    ...claimChanges(before, after),
  ];
}

const REPLACED = new Map([
  ["access_token", "The old one stays good until it expires, unless it is revoked."],
  ["refresh_token", "Rotated: the old one is worthless now, and if a thief ever uses it, the provider notices."],
  ["id_token", "Checked like the first one; iss, sub and aud had to be the same."],
]);
const KEPT = new Map([
  ["access_token", "It was still good, so it was used as it is."],
  ["refresh_token", "The provider did not replace it, so it is kept."],
  ["id_token", "The response has no other one, so the old one stays."],
]);

function tokenChange(name: string, before: string | undefined, after: string | undefined): Change {
  if (after === undefined) return { name, value: "none", meaning: undefined };
  if (before === after) return { name, value: `the same (fingerprint ${fingerprint(after)})`, meaning: KEPT.get(name) };

  const was = before === undefined ? "none" : fingerprint(before);
  return { name, value: `replaced (fingerprint ${was} → ${fingerprint(after)})`, meaning: REPLACED.get(name) };
}

function expiryChange(before: Compared, after: Compared): readonly Change[] {
  const [was, is] = [before.access.expiresAt, after.access.expiresAt].map(clockTime);
  return was === is ? [] : [{ name: "expires", value: `${was} → ${is}`, meaning: undefined }];
}

function scopeChange(before: Compared, after: Compared): readonly Change[] {
  const [was, is] = [before.scopes.join(" "), after.scopes.join(" ")];
  const meaning = "A refresh can narrow what is granted, never widen it.";
  return was === is ? [] : [{ name: "scope", value: `${was} → ${is}`, meaning }];
}

function claimChanges(before: Compared, after: Compared): readonly Change[] {
  const [was, is] = [before.userinfo, after.userinfo].map(
    (userinfo) => new Map(userinfo === undefined ? [] : userinfoRows(userinfo).map(({ name, value }) => [name, value])),
  );
  const names = new Set([...(was?.keys() ?? []), ...(is?.keys() ?? [])]);
  const changed = [...names].filter((name) => was?.get(name) !== is?.get(name));
  if (changed.length === 0) return [{ name: "claims", value: "nothing changed", meaning: undefined }];

  return changed.map((name) => ({
    name,
    value: `${was?.get(name) ?? "not there"} → ${is?.get(name) ?? "not there"}`,
    meaning: "A claim about you that is different now.",
  }));
}

const fingerprint = (token: string) => hashOf(token).slice(0, 8);

export function clockTime(date: Date | undefined): string {
  return date === undefined ? "not stated" : `${date.toISOString().slice(11, 19)} UTC`;
}
