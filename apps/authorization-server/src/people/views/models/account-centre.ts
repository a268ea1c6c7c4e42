/** The pages where a person finds their way in the account: the first one, its hubs, and what happened. */
import type { AccountLink, AccountModel, PasskeySignals, ShownSession } from "./account.ts";
import type { ShownApp } from "./applications.ts";

/** A kind of ways into the account. The text is `account.way.<name>`. */
export interface ShownWay {
  readonly name: string;
  /** The page where the person ends one; undefined if this deployment has not that page. */
  readonly path: string | undefined;
  readonly count: number;
  readonly newestAt: Date;
}

/** A check of the security check-up. The texts are `account.check.<name>.…`. */
export interface ShownCheck {
  readonly name: string;
  /** The page where it is mended. */
  readonly path: string;
  readonly isDone: boolean;
  readonly count?: number | undefined;
  /** What there is of it. */
  readonly names?: readonly string[] | undefined;
}

/** The first of many. */
interface Some<T> {
  readonly shown: readonly T[];
  readonly count: number;
}

/** One thing to sign in with. The texts are `security.<name>.…`. */
export interface SecurityRow {
  readonly name: string;
  readonly path: string;
  readonly isSet: boolean;
  /** Whether something else has to come first. */
  readonly isLater?: boolean;
  /** What it is: names, an address, a number. */
  readonly text?: string | undefined;
  /** When it was used or changed last. */
  readonly at?: Date | undefined;
}

interface SecurityModel extends AccountModel {
  readonly methods: readonly SecurityRow[];
  readonly steps: readonly SecurityRow[];
  /** Whether there is a second step. */
  readonly hasSteps: boolean;
  /** What can sign in to the account, or could again. */
  readonly ways: readonly ShownWay[];
}

interface PrivacyModel extends AccountModel {
  /** The paths of the pages. */
  readonly copy: string;
  readonly deletion: string;
  /** When the account is erased; undefined if no deletion was requested. */
  readonly dueAt: Date | undefined;
}

interface OverviewModel extends AccountModel {
  /** Checks that are not done come first. */
  readonly checks: readonly ShownCheck[];
  readonly sessions: Some<ShownSession>;
  readonly applications: Some<ShownApp>;
  readonly events: readonly ShownEvent[];
  /** What the person should know at once, each on a page of the account. The texts are `account.warning.<name>`. */
  readonly warnings: readonly AccountLink[];
  /** The data for the browser, if the person has passkeys. */
  readonly signals: PasskeySignals | undefined;
}

/** Something that happened to the account. The text is `activity.<type>`. */
export interface ShownEvent {
  readonly at: Date;
  readonly type: string;
  readonly actor: string;
  readonly client: string | undefined;
  readonly address: string | undefined;
  /** How many there were that say the same, one after the other. */
  readonly count: number;
  readonly kind: string | undefined;
  readonly isAlarming: boolean;
}

interface ActivityModel extends AccountModel {
  readonly events: readonly ShownEvent[];
  /** The filters, and the one that is chosen. The texts are `activity.kind.<kind>`. */
  readonly kinds: readonly string[];
  readonly kind: string | undefined;
  /** The pages for a person who does not recognise an event: their browsers, and their password. */
  readonly secure: readonly [string, string];
}

export interface AccountCentrePages {
  accountOverview(model: OverviewModel): string;
  accountSecurity(model: SecurityModel): string;
  accountPrivacy(model: PrivacyModel): string;
  accountActivity(model: ActivityModel): string;
}

/** The template of each page. */
export const ACCOUNT_CENTRE_TEMPLATES: Readonly<Record<keyof AccountCentrePages, string>> = {
  accountOverview: "account/overview",
  accountSecurity: "account/security",
  accountPrivacy: "account/privacy",
  accountActivity: "account/activity",
};
