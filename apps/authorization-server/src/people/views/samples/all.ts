/** Sample data for pages, with every optional value and with none, to test templates at start. */
import { ACCOUNT_SAMPLES } from "./account.ts";
import { ACCOUNT_CENTRE_SAMPLES } from "./account-centre.ts";
import { AUTHORIZATION_SAMPLES } from "./authorization.ts";
import { DEVICE_SAMPLES } from "./device.ts";
import { ENROLMENT_SAMPLES } from "./enrolment.ts";
import { FACTOR_SAMPLES } from "./factors.ts";
import { FEDERATION_SAMPLES } from "./federation.ts";
import { MAIL_SAMPLES } from "./mail.ts";
import { PASSKEY_SAMPLES } from "./passkeys.ts";
import { PASSWORD_SAMPLES } from "./password.ts";
import type { Sample } from "./sample.ts";
import { SIGN_UP_SAMPLES } from "./sign-up.ts";
import { TRIAL_SAMPLES } from "./trial.ts";

/** Every page, at least once. */
export const SAMPLES: readonly Sample[] = [
  ...AUTHORIZATION_SAMPLES,
  ...ACCOUNT_SAMPLES,
  ...ACCOUNT_CENTRE_SAMPLES,
  ...DEVICE_SAMPLES,
  ...ENROLMENT_SAMPLES,
  ...FACTOR_SAMPLES,
  ...FEDERATION_SAMPLES,
  ...PASSKEY_SAMPLES,
  ...MAIL_SAMPLES,
  ...SIGN_UP_SAMPLES,
  ...PASSWORD_SAMPLES,
  ...TRIAL_SAMPLES,
];
