/** The pages of a person's own account: the data that each shows. */
import type { ShownApp, ShownConsent } from "./applications.ts";
import type { Found, Referenced } from "./errors.ts";
import type { ShownProvider } from "./shown-provider.ts";

/** The passkeys and the names that the person has now, each in JSON. */
export interface PasskeySignals {
  readonly accepted: string;
  readonly details: string;
}

/** A link to a page of the account. The texts are `account.nav.<name>` and `account.nav.<name>.about`. */
export interface AccountLink {
  readonly name: string;
  readonly path: string;
}

/** What every page of the account shows. */
export interface AccountModel extends Partial<Referenced> {
  readonly person: string;
  /** The path of this page. Its forms are sent there. */
  readonly path: string;
  readonly csrf: string;
  /** The key of the text that says what was just done, `account.done.<key>`. */
  readonly done: string | undefined;
  /** The form in that message which takes the act back. */
  readonly undo?: { readonly action: string; readonly fields: Readonly<Record<string, string>> } | undefined;
  /** The other pages of the account. */
  readonly links: readonly AccountLink[];
  /** The sections. The texts are `account.section.<name>`. */
  readonly sections: readonly (AccountLink & { readonly isCurrent: boolean })[];
  /** The first page of the section, if this is another one. */
  readonly parent?: AccountLink | undefined;
  readonly owner: {
    readonly name: string;
    readonly givenName?: string | undefined;
    readonly email?: string | undefined;
    readonly since?: Date | undefined;
    /** The path of their picture. */
    readonly picture?: string | undefined;
  };
  /** The time zone of the person, in which times are shown; without it, times are in UTC. */
  readonly zone?: string | undefined;
  /** The time of now, for words such as “5 min ago”. */
  readonly now?: Date | undefined;
  readonly signOut: string;
  /** The client that sent the person here. */
  readonly back?: { readonly client: string; readonly url: string } | undefined;
}

/** A claim that the person may change. The text is `claim.<name>`. */
interface ShownClaim {
  readonly name: string;
  readonly value: string;
  readonly isWrong: boolean;
}

interface ProfileModel extends AccountModel {
  readonly username: string | undefined;
  readonly claims: readonly ShownClaim[];
  /** The names of all time zones. */
  readonly zones: readonly string[];
  /** The picture, if the person may change it. It has a path if we show it, and not another site. */
  readonly picture:
    | { readonly path: string | undefined; readonly isSet: boolean; readonly problem: "wrong" | undefined }
    | undefined;
}

export type UsernameProblem = "malformed" | "taken" | "unchanged" | "too_many";

interface UsernameModel extends AccountModel {
  /** The username that the person has. */
  readonly username: string;
  readonly typed: string;
  readonly problem: UsernameProblem | undefined;
  readonly signals: PasskeySignals | undefined;
}

/** A browser at which the person is signed in. */
export interface ShownSession {
  readonly id: string;
  /** Undefined if the browser did not name itself, or by no name that we know. */
  readonly browser: string | undefined;
  readonly system: string | undefined;
  readonly network: string | undefined;
  readonly firstSeen: Date;
  readonly lastSeen: Date;
  /** The names of the clients that were used there. */
  readonly clients: readonly string[];
  readonly isThisOne: boolean;
}

interface SessionsModel extends AccountModel {
  readonly sessions: readonly ShownSession[];
}

interface OrganizationsModel extends AccountModel {
  readonly organizations: readonly { readonly id: string; readonly name: string; readonly since: Date }[];
  /** The open invitations to one of the person's verified addresses. */
  readonly invitations: readonly {
    readonly id: string;
    readonly name: string;
    readonly expiresAt: Date;
    /** Whether the person opened the link of the mail: only then it can be accepted. */
    readonly isOpened: boolean;
  }[];
}

interface ConnectionsModel extends AccountModel {
  readonly connections: readonly {
    readonly id: string;
    readonly provider: string;
    readonly createdAt: Date;
    readonly lastUsedAt: Date | null;
  }[];
  /** The providers that can be connected. */
  readonly providers: readonly ShownProvider[];
  readonly problem: "last" | "demanded" | "away" | undefined;
}

interface ApplicationsModel extends AccountModel {
  readonly applications: readonly ShownApp[];
}

interface ApplicationRemovalModel extends AccountModel {
  readonly clientId: string;
  readonly name: string;
  /** The path of the page of the app, and of the question before its access is removed. */
  readonly page: string;
  readonly removal: string;
  /** Whether the operator agreed in the person's place. */
  readonly isImplied: boolean;
}

interface ApplicationModel extends ApplicationRemovalModel {
  /** What the app gets, for each API. */
  readonly shares: readonly ShownConsent[];
}

interface DeleteModel extends AccountModel {
  readonly username: string;
  /** When the account is erased; undefined if no deletion was requested. */
  readonly dueAt: Date | undefined;
  readonly graceDays: number;
  /** What was typed in the form that was refused. */
  readonly typed?: string | undefined;
  readonly problem: "wrong_username" | "last_owner" | undefined;
}

interface DeletedModel {
  /** Undefined if the account was disabled in the meantime. */
  readonly dueAt: Date | undefined;
  /** Whether a link to keep the account was mailed. */
  readonly canBeKept: boolean;
  readonly zone?: string | undefined;
}

interface KeepModel extends Found {
  readonly path: string;
  readonly csrf: string;
}

export interface AccountPages {
  accountProfile(model: ProfileModel): string;
  accountUsername(model: UsernameModel): string;
  accountSessions(model: SessionsModel): string;
  accountConnections(model: ConnectionsModel): string;
  accountOrganizations(model: OrganizationsModel): string;
  accountApplications(model: ApplicationsModel): string;
  accountApplication(model: ApplicationModel): string;
  accountApplicationRemoval(model: ApplicationRemovalModel): string;
  accountExport(model: AccountModel): string;
  accountDelete(model: DeleteModel): string;
  accountDeleted(model: DeletedModel): string;
  accountKeep(model: KeepModel): string;
  accountLinkGone(model: Referenced): string;
}

/** The template of each page. */
export const ACCOUNT_TEMPLATES: Readonly<Record<keyof AccountPages, string>> = {
  accountProfile: "account/profile",
  accountUsername: "account/username",
  accountSessions: "account/sessions",
  accountConnections: "account/connections",
  accountOrganizations: "account/organizations",
  accountApplications: "account/applications",
  accountApplication: "account/application",
  accountApplicationRemoval: "account/application-removal",
  accountExport: "account/export",
  accountDelete: "account/delete",
  accountDeleted: "account/deleted",
  accountKeep: "account/keep",
  accountLinkGone: "account/link-gone",
};
