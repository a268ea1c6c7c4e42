/** The pages of a person's own account: the data that each shows. */

/** A link to a page of the account. The texts are `account.nav.<name>` and `account.nav.<name>.about`. */
export interface AccountLink {
  readonly name: string;
  readonly path: string;
}

/** What every page of the account shows. */
export interface AccountModel {
  readonly person: string;
  /** The path of this page. Its forms are sent there. */
  readonly path: string;
  readonly csrf: string;
  /** The key of the text that says what was just done, `account.done.<key>`. */
  readonly done: string | undefined;
  /** The other pages of the account. */
  readonly links: readonly AccountLink[];
  readonly signOut: string;
}

interface OverviewModel extends AccountModel {
  /** What the person should do, each on a page of the account. The texts are `account.warning.<name>`. */
  readonly warnings: readonly AccountLink[];
}

export interface AccountPages {
  accountOverview(model: OverviewModel): string;
}

/** The template of each page. */
export const ACCOUNT_TEMPLATES: Readonly<Record<keyof AccountPages, string>> = {
  accountOverview: "account/overview",
};
