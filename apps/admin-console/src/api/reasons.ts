/** The codes with which the API refuses a member. Each has words in the catalogues: `wrong.` and the code. */
import type { ProblemDetails } from "@countersign/admin-client";

export type CodedMember = NonNullable<ProblemDetails["errors"]>[number];

/** Whether the words say all that a person needs. Otherwise the sentence of the API follows, in English. */
const WHOLE = false;
const WITH_DETAIL = true;

/** Of a newer API, a code may be unknown: it is `invalid`. */
export const HAS_DETAIL: Readonly<Record<CodedMember["code"], boolean>> = {
  missing: WHOLE,
  too_long: WHOLE,
  too_short: WHOLE,
  too_many: WHOLE,
  too_few: WHOLE,
  too_large: WHOLE,
  too_small: WHOLE,
  not_listed: WHOLE,
  unknown_member: WHOLE,
  wrong_type: WHOLE,
  whole_number: WHOLE,
  number: WHOLE,
  url: WHOLE,
  https: WHOLE,
  public_https: WHOLE,
  native_redirect_uri: WHOLE,
  redirect_uri: WITH_DETAIL,
  fragment: WHOLE,
  wildcard: WHOLE,
  userinfo: WHOLE,
  spelling: WITH_DETAIL,
  uri_characters: WHOLE,
  unseen_characters: WHOLE,
  ascii: WITH_DETAIL,
  color: WHOLE,
  contrast: WITH_DETAIL,
  language: WHOLE,
  slug: WHOLE,
  scope: WHOLE,
  openid: WHOLE,
  date: WHOLE,
  time: WHOLE,
  time_zone: WHOLE,
  phone: WHOLE,
  email: WHOLE,
  domain: WHOLE,
  domain_or_network: WHOLE,
  host: WHOLE,
  ip_address: WHOLE,
  picture: WHOLE,
  key: WITH_DETAIL,
  profile: WITH_DETAIL,
  together: WITH_DETAIL,
  unknown: WHOLE,
  twice: WHOLE,
  password: WHOLE,
  username: WITH_DETAIL,
  claim_source: WHOLE,
  star: WHOLE,
  unchangeable: WHOLE,
  invalid: WITH_DETAIL,
};

/** The codes whose words count something. They have other words, with `.one`, for the limit of one. */
export const COUNTED: ReadonlySet<string> = new Set(["too_long", "too_short", "too_many", "too_few"]);
