/**
 * All pages. Each area has a file in models/ with the data and the template of its pages, a file in samples/, and a
 * folder in messages/ and, except for the pages of authorization requests, in templates/.
 */
import { ACCOUNT_TEMPLATES, type AccountPages } from "./models/account.ts";
import { ACCOUNT_CENTRE_TEMPLATES, type AccountCentrePages } from "./models/account-centre.ts";
import { AUTHORIZATION_TEMPLATES, type AuthorizationPages } from "./models/authorization.ts";
import { DEVICE_TEMPLATES, type DevicePages } from "./models/device.ts";
import { ENROLMENT_TEMPLATES, type EnrolmentPages } from "./models/enrolment.ts";
import { FACTOR_TEMPLATES, type FactorPages } from "./models/factors.ts";
import { FEDERATION_TEMPLATES, type FederationPages } from "./models/federation.ts";
import { MAIL_TEMPLATES, type MailPages } from "./models/mail.ts";
import { PASSKEY_TEMPLATES, type PasskeyPages } from "./models/passkeys.ts";
import { PASSWORD_TEMPLATES, type PasswordPages } from "./models/password.ts";
import { SIGN_UP_TEMPLATES, type SignUpPages } from "./models/sign-up.ts";
import { TRIAL_TEMPLATES, type TrialPages } from "./models/trial.ts";

/** Renders each page to HTML, in one language. Mails are rendered in the same way. */
export type Pages = AuthorizationPages &
  AccountPages &
  AccountCentrePages &
  DevicePages &
  EnrolmentPages &
  FactorPages &
  FederationPages &
  MailPages &
  PasskeyPages &
  PasswordPages &
  SignUpPages &
  TrialPages;

/** The template of each page. */
export const TEMPLATES: Readonly<Record<keyof Pages, string>> = {
  ...AUTHORIZATION_TEMPLATES,
  ...ACCOUNT_TEMPLATES,
  ...ACCOUNT_CENTRE_TEMPLATES,
  ...DEVICE_TEMPLATES,
  ...ENROLMENT_TEMPLATES,
  ...FACTOR_TEMPLATES,
  ...FEDERATION_TEMPLATES,
  ...PASSWORD_TEMPLATES,
  ...SIGN_UP_TEMPLATES,
  ...MAIL_TEMPLATES,
  ...PASSKEY_TEMPLATES,
  ...TRIAL_TEMPLATES,
};
