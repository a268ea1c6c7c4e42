/** The sections of the account, in the order of their links. Each page belongs to one of them. */
import { paths } from "../../paths.ts";

/** The first page of each section. The texts are `account.section.<name>`. */
export const SECTIONS = {
  home: paths.account,
  profile: paths.accountProfile,
  security: paths.accountSecurity,
  sessions: paths.accountSessions,
  applications: paths.accountApplications,
  organizations: paths.accountOrganizations,
  activity: paths.accountActivity,
  privacy: paths.accountPrivacy,
} as const;

export type SectionName = keyof typeof SECTIONS;
