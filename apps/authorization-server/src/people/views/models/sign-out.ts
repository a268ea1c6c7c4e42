/** What the pages about the end of a session show. */
import type { Found } from "./errors.ts";

export interface SignOutModel extends Found {
  readonly person: string;
  readonly csrf: string;
  /** Parameters that the form submits. */
  readonly carried: readonly { readonly name: string; readonly value: string }[];
}

export interface SigningOutModel {
  /** The pages of clients to load. */
  readonly frames: readonly string[];
  /** Where the browser goes next. */
  readonly onward: string;
}

export interface SignedOutModel extends Found {
  /** The names of the apps that are told. */
  readonly told?: readonly string[];
  /** A client to which the person can go back, if the browser was not sent there. */
  readonly back?: { readonly host: string; readonly link: string };
}
