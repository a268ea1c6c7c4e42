/** One screen of the console: its place, what a person needs to see it, what it shows, and what its forms do. */
import type { AdminClient } from "@countersign/admin-client";
import type { Fact, Page, Text } from "../views/model.ts";

/** A request for a screen, by a person who may see it. */
export interface Visit {
  readonly api: AdminClient;
  /** The authorization server, as applications name it. */
  readonly issuer: string;
  /** The id of the person, and how pages call them. */
  readonly personId: string;
  readonly person: string;
  /** The role of the service itself by which they are here, if it is just one. */
  readonly role?: string | undefined;
  readonly zone?: string | undefined;
  /** The time of day. */
  readonly now: () => Date;
  /** The decoded parts of the path. */
  readonly params: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  /** The id of the one organization that the person administers; null for an administrator of the deployment. */
  readonly organization: string | null;
  /** A secret that an act made for this page, which is shown until the person opens another page. */
  readonly secret?: string | undefined;
  /** The languages that there are pages in (BCP 47). */
  readonly languages: readonly string[];
  /** The languages of the pages of the authorization server, which a deployment adds to (BCP 47). */
  readonly pageLanguages: () => Promise<readonly string[]>;
  /** Where the documents of the deployment are, if it has some. */
  readonly documents?: string | undefined;
  /** Whether this browser does not show the check list of the overview. */
  readonly hidesChecklist: boolean;
  /** Whether someone said in this browser that the key-encryption key is backed up. */
  readonly isBackedUp: boolean;
  /** Whether the person may use operations with this scope: what they may not do is not shown. */
  readonly may: (scope: string) => boolean;
}

/** What a form sent. */
export interface Submission extends Visit {
  readonly form: URLSearchParams;
  /** The ETag that the form was filled from; `*` if it had none. */
  readonly etag: string;
  /** The file that the form carried. */
  readonly file: Uint8Array | undefined;
  /** The idempotency key of this form. */
  readonly once: string;
}

export interface Leading {
  readonly to: string;
  readonly done?: string;
  /** Shown on the page that `to` leads to. */
  readonly secret?: string;
  /** What this browser shows no more: the check list, or that the key-encryption key has to be backed up. */
  readonly hides?: "checklist" | "backup";
  /** Of an act upon several: the ids of those whose state changed. */
  readonly did?: readonly string[];
  /** Whether the opposite act would not bring back what was: also if everything was so before. */
  readonly isFinal?: boolean;
}

/** Where the browser goes after an act, or the page that it sees. */
export type Outcome = Leading | { readonly page: Page };

/** The words about an act. */
export interface Said {
  /** The label of the button that does it. */
  readonly label: string;
  readonly warning: Text;
  /** The question of the page; what the button says if it asks none. */
  readonly title?: string;
}

/** What a page says before an act is done that cannot be taken back, or that stops what people use. */
export interface Confirmation extends Said {
  /** What is said in place of that, by what the form sent. */
  readonly instead?: (form: URLSearchParams) => Said | undefined;
  /** What the act affects, such as the members of a group. */
  readonly facts?: (submission: Submission) => Promise<readonly Fact[]>;
}

export interface Act {
  /** The scope of the operation that the act calls. */
  readonly needs: string;
  /** The act is done only after a page has said what it does. */
  readonly confirmation?: Confirmation;
  readonly run: (submission: Submission) => Promise<Outcome>;
}

export interface Screen {
  /** Parts such as `:id` are parameters. */
  readonly path: string;
  /** The scope of the operations that it reads; none for what every administrator sees. */
  readonly needs?: string;
  /** What it is called in the list of places, for screens that are there. */
  readonly place?: string;
  /** The most bytes of the file that a form of the screen carries; none if no form does. */
  readonly largestFileBytes?: number;
  readonly show: (visit: Visit) => Promise<Page>;
  readonly acts?: Readonly<Record<string, Act>>;
}
