/** Sample data for mails: every kind once, with all that a mail of any kind can show, and once with as little. */
import { type Sample, sample } from "./sample.ts";

const when = new Date("2030-01-01T12:00:00Z");
const full = {
  host: "auth.example",
  when,
  code: "123456",
  link: "https://auth.example/sign-up/code?token=token",
  expiresAt: new Date("2030-01-01T12:10:00Z"),
  browser: "Firefox",
  system: "Linux",
  network: "192.0.2.0/24",
  factor: "totp",
  webhook: "Billing",
  domain: "acme.example",
  pages: [
    { name: "account", url: "https://auth.example/account" },
    { name: "forgot-password", url: "https://auth.example/forgot-password" },
  ],
  advice: "secure",
};
const bare = { host: "auth.example", when, pages: [] };

const models = [
  { ...full, kind: "sign-up-code" },
  { ...full, kind: "reset-link", advice: "ignore" },
  { ...bare, kind: "test" },
  { ...bare, kind: "new-browser", browser: "Firefox" },
  { ...bare, kind: "new-browser", system: "Linux" },
];

export const MAIL_SAMPLES: readonly Sample[] = [
  ...sample("mailSubject", ...models),
  ...sample("mailText", ...models),
  ...sample("mailHtml", ...models),
];
