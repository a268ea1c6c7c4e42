/** Checks of text take linear time: RFC 9700 §4 lists attackers who can send such text. */
import { describe, expect, it } from "vitest";
import { isRegistrableRedirectUri } from "./client/metadata/redirect-uri-registration.ts";
import { requestUri, secureAddress, webPage } from "./client/record/metadata-values.ts";
import { parseScope } from "./consent/scope.ts";
import { userClaims } from "./people/claims/user-claims.ts";
import { assessPassword } from "./people/factors/password-policy.ts";
import { readEmailAddress } from "./people/names/email-address.ts";
import { foldUsername, username, usernameLook } from "./people/names/username.ts";
import { readClaimsRequest } from "./request/claims-request.ts";
import { codeChallenge, codeChallengeOf } from "./request/pkce.ts";
import { trustRedirectUri } from "./request/response/redirect-uri.ts";
import { responseTypeOf } from "./request/response/response-type.ts";
import { languagesIn } from "./text/language.ts";
import { displayName } from "./text/visible.ts";

/** CPU time of this thread. With quadratic time, 50 000 characters would take minutes. */
const WITHIN_MS = 400;
const cpuMs = () => process.threadCpuUsage().user / 1000;

const native = { redirectUris: ["http://127.0.0.1/cb"], applicationType: "native" } as const;
const CHECKS: Readonly<Record<string, (text: string) => unknown>> = {
  scope: parseScope,
  "redirect URI": (text) => trustRedirectUri(native, text),
  "loopback redirect URI": (text) => trustRedirectUri(native, `http://127.0.0.1${text}`),
  "https redirect URI at registration": (text) =>
    isRegistrableRedirectUri(`https://a${text}`, { applicationType: "web", issuer: "https://auth.example" }),
  "private-use redirect URI at registration": (text) =>
    isRegistrableRedirectUri(text, { applicationType: "native", issuer: "https://auth.example" }),
  "page of a client": (text) => webPage.safeParse(`https://a${text}`),
  "address to fetch": (text) => secureAddress.safeParse(`https://a${text}`),
  "request URI": (text) => requestUri.safeParse(text),
  "name of a client": (text) => displayName.safeParse(text),
  "email address": (text) => [readEmailAddress(text), readEmailAddress(`a@${text.slice(0, 1000)}`)],
  email: (text) => userClaims.safeParse({ email: text }),
  locale: (text) => userClaims.safeParse({ locale: text, zoneinfo: text }),
  "phone number": (text) => userClaims.safeParse({ phone_number: `+1${text}` }),
  birthdate: (text) => userClaims.safeParse({ birthdate: text, website: text, picture: text }),
  username: (text) => username.safeParse(text),
  "new password": (text) => assessPassword(text, [text], { shortest: 15, common: { has: () => false } }),
  "folded username": foldUsername,
  "look of a username": usernameLook,
  languages: languagesIn,
  claims: readClaimsRequest,
  "response type": responseTypeOf,
  challenge: (text) => codeChallenge.safeParse(text),
  verifier: codeChallengeOf,
};

const HOSTILE = [
  `a@${"a.".repeat(25_000)}`,
  `${"a".repeat(50_000)}@`,
  " ".repeat(50_000),
  `${"a ".repeat(25_000)}"`,
  `${"a-".repeat(25_000)}!`,
  `${"/.".repeat(25_000)}!`,
  `${"%2e".repeat(16_000)}%`,
  `com${".a".repeat(25_000)}`,
  `${"[".repeat(50_000)}`,
  `${"0".repeat(50_000)}x`,
  `${":".repeat(25_000)}//`,
  "\u{1D400}".repeat(25_000),
  `i${"\u0307".repeat(50_000)}`,
];

describe("dos-09: every check of text takes linear time", () => {
  it.each(Object.entries(CHECKS))("%s", (_, check) => {
    for (const text of HOSTILE) {
      const started = cpuMs();
      try {
        check(text);
      } catch {} // A refusal is fine, if it is quick.
      expect([text.slice(0, 10), cpuMs() - started < WITHIN_MS]).toEqual([text.slice(0, 10), true]);
    }
  });
});
