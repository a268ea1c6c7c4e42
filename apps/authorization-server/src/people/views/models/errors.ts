/** The pages of errors: the data that each shows. */

/** Leads from the page to the request, in the log and in its trace (decision 254). */
export interface Referenced {
  readonly reference: string;
}

/** A page that has no token for the form of the language. */
export interface Found {
  /** The path at which the page is shown again, in another language; undefined where that would show another page. */
  readonly here?: string | undefined;
}

export interface ErrorModel extends Referenced, Found {
  /** The key of the text that says what to do next. */
  readonly advice: string;
  readonly code: string;
  readonly description: string;
  /** What to change so that the request is accepted, by its name: the texts are those of a trial. */
  readonly remedy?: string | undefined;
  /** Where the person can sign out, if that is what failed. */
  readonly signOut?: string | undefined;
  /** Where the page is shown again, or the request begins again. */
  readonly again?: string | undefined;
  /** The app that the request was for, and where a person goes on there. */
  readonly app?: { readonly client: string; readonly url: string } | undefined;
}

/** An error that the person may take to the client; a link or a form, as the answers of the request travel. */
export interface ReturnErrorModel extends Omit<ErrorModel, "advice" | "signOut" | "again" | "app" | "here"> {
  /** Where the link or form leads. */
  readonly host: string;
  readonly link: string | undefined;
  readonly form: CarriedForm | undefined;
}

/** A form that a browser sends to a client. */
export interface CarriedForm {
  /** The redirect URI. */
  readonly action: string;
  readonly fields: readonly { readonly name: string; readonly value: string }[];
}
