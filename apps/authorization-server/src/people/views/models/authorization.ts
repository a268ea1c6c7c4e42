/** The pages of authorization requests, and of signing out: the data that each shows. */
import type { Display } from "@countersign/rules";
import type { CarriedForm, ErrorModel, Found, Referenced, ReturnErrorModel } from "./errors.ts";
import type { ConnectingDisplay, ShownProvider } from "./shown-provider.ts";
import type { SignedOutModel, SigningOutModel, SignOutModel } from "./sign-out.ts";

/** The requesting client, or this service for its own pages, as every page of a request shows it. */
export interface ClientDisplay {
  readonly name: string;
  readonly host: string;
  readonly isOnDevice?: boolean; // a device gets the answer, and `host` is ours
  readonly logo: string | undefined;
  /** The path of a stylesheet with the colors of the client, below the issuer. */
  readonly stylesheet?: string | undefined;
  readonly clientUri?: string | undefined;
  readonly policyUri?: string | undefined;
  readonly tosUri?: string | undefined;
  /** Set for a client that is known by its metadata document: its name is then the host of the document. */
  readonly document?: DocumentDisplay | undefined;
}

export interface DocumentDisplay {
  /** The name that the document claims. */
  readonly claimedName: string;
  /** Whether every redirect URI is on the person's own device. */
  readonly isLocal: boolean;
}

/** A raw value; the page formats it in its language. */
export type ShownValue = string | boolean | Date;

export interface SharedScope {
  readonly name: string;
  readonly required: boolean;
  readonly checked: boolean;
  readonly values: readonly { readonly claim: string; readonly value: ShownValue }[];
  /** The name of the organization that the scope asks for. */
  readonly organization?: string;
}

/** A claim that is requested by name (OIDC Core §5.5). */
export interface SharedClaim {
  readonly name: string;
  readonly checked: boolean;
  /** Undefined if the person has no value for this claim. */
  readonly value: ShownValue | undefined;
}

/** A resource server that the client wants to use (RFC 8707 §2.1). */
export interface SharedResource {
  readonly identifier: string;
  readonly name: string;
  readonly scopes: readonly {
    readonly name: string;
    /** What it is called for people, in the language of the page. */
    readonly text: string | undefined;
    readonly required: boolean;
    readonly checked: boolean;
  }[];
}

/** Authorization details that are answered together (RFC 9396). Every text is from a template of their type. */
export interface SharedDetails {
  readonly value: string;
  readonly objects: readonly {
    readonly title: string;
    readonly fields: readonly { readonly label: string; readonly value: string }[];
  }[];
  /** The names of the resource servers that they are for. */
  readonly resources: readonly string[];
  readonly isRemembered: boolean;
}

/** What every page of a request shows. The reference is shown with a problem that the person cannot mend. */
export interface RequestModel extends Partial<Referenced> {
  readonly party: ClientDisplay;
  /** The display mode that the client requested (OIDC Core §3.1.2.1). */
  readonly display?: Display | undefined;
  /** The path of the page, to which the form of the language is sent. */
  readonly path: string;
  /** The form fields: the handle of the request, and the token. */
  readonly request: string;
  readonly csrf: string;
}

type LoginProblem = "wrong_password" | "too_many_attempts" | "passkey_failed" | "passkey_unknown" | "provider_failed";

interface LoginModel extends RequestModel {
  readonly username: string;
  /**
   * Whose session it is, and who proves again that it is them: by a passkey if they have one, else by their password.
   * Every other way is behind that.
   */
  readonly known?: { readonly hasPasskey: boolean; readonly hasPassword: boolean } | undefined;
  /** Whether the name is asked for by itself, because it decides where the person signs in. */
  readonly nameFirst?: boolean;
  /** Whether the person can ask for a link to set a new password. */
  readonly canReset?: boolean | undefined;
  /** Whether the person may create an account. */
  readonly signUp?: boolean;
  readonly problem?: LoginProblem | undefined;
  /** The other providers at which the person can sign in. */
  readonly providers?: readonly ShownProvider[];
  /** The identity at another provider that this sign-in connects to the account. */
  readonly connecting?: ConnectingDisplay | undefined;
  /** What the browser needs to ask for a passkey; undefined where browsers allow none. */
  readonly passkey?: { readonly options: string; readonly unknownCredentialId: string | undefined } | undefined;
}

interface SelectAccountModel extends RequestModel {
  readonly person: string;
}

interface ConsentModel extends RequestModel {
  readonly person: string;
  /** The time zone of the person. */
  readonly zone?: string | undefined;
  readonly scopes: readonly SharedScope[];
  readonly claims: readonly SharedClaim[];
  readonly resources: readonly SharedResource[];
  readonly details: readonly SharedDetails[];
  /** Whether answers to this client count for later requests, too. */
  readonly isRemembered: boolean;
}

interface FormPostModel extends CarriedForm {
  /** The name of the client. */
  readonly client: string;
}

interface CheckSessionModel {
  /** The name of the cookie that holds the browser state. */
  readonly cookie: string;
  /** The path where a client's origin is looked up. */
  readonly lookUp: string;
}

interface HomeModel extends Found {
  readonly person: string | undefined;
  readonly account: string;
  /** The path of the sign-up, if every visitor may create an account. */
  readonly signUp?: string | undefined;
  readonly signOut: string;
  readonly metadata: string;
}

export interface AuthorizationPages {
  login(model: LoginModel): string;
  selectAccount(model: SelectAccountModel): string;
  consent(model: ConsentModel): string;
  formPost(model: FormPostModel): string;
  signOut(model: SignOutModel): string;
  signingOut(model: SigningOutModel): string;
  signedOut(model: SignedOutModel): string;
  checkSession(model: CheckSessionModel): string;
  home(model: HomeModel): string;
  notFound(model: Referenced & Found): string;
  error(model: ErrorModel): string;
  returnError(model: ReturnErrorModel): string;
}

/** The template of each page. */
export const AUTHORIZATION_TEMPLATES: Readonly<Record<keyof AuthorizationPages, string>> = {
  login: "login",
  selectAccount: "select-account",
  consent: "consent",
  formPost: "form-post",
  signOut: "sign-out",
  signingOut: "signing-out",
  signedOut: "signed-out",
  checkSession: "check-session",
  home: "home",
  notFound: "not-found",
  error: "error",
  returnError: "return-error",
};
