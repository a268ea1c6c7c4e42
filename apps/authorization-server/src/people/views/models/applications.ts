/** The pages of a person's apps: the data that they show of each. */

/** An app in the list. */
export interface ShownApp {
  readonly name: string;
  /** The path of its logo, if it has one. */
  readonly logo: string | undefined;
  /** The page of the app, with its query. */
  readonly path: string;
  readonly since: Date;
  readonly parts: readonly {
    /** The name of the API; undefined for that of /userinfo, where people share their own details. */
    readonly resourceName: string | undefined;
    readonly scopes: readonly string[];
    readonly claims: readonly string[];
    readonly texts: ReadonlyMap<string, string>;
  }[];
}

/** What a person shares with a client, of one API. */
export interface ShownConsent {
  readonly clientId: string;
  readonly name: string;
  /** The revision of the client that the page shows. */
  readonly revision: number;
  readonly resource: string;
  /** The name of the resource server; undefined for that of /userinfo, where people share their own details. */
  readonly resourceName: string | undefined;
  readonly hosts: readonly string[];
  /** Whether devices without a browser get answers, too. */
  readonly isOnDevice?: boolean;
  readonly since: Date;
  /** Whether the operator agreed in the person's place: then nothing can be withdrawn by itself. */
  readonly isImplied: boolean;
  /** Scopes that each can be withdrawn by itself, and those that every sign-in shares. */
  readonly scopes: readonly { readonly name: string; readonly required: boolean }[];
  readonly claims: readonly string[];
  /** What scopes of the resource server are called, in the language of the page. */
  readonly texts: ReadonlyMap<string, string>;
  /** What the person declined, and can share again: a scope only if the client may still ask for it. */
  readonly declined: {
    readonly scopes: readonly { readonly name: string; readonly isAskable: boolean }[];
    readonly claims: readonly string[];
  };
}
