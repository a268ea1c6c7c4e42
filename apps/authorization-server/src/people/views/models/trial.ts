/** The page on which a trial of a sign-in ends: the data that it shows. */

/** What the client would get. */
interface TrialAnswer {
  readonly redirectUri: string;
  readonly scopes: readonly string[];
  /** What the ID token would say; none if there would be no ID token. */
  readonly claims: readonly { readonly name: string; readonly value: string }[];
  /** Whether the client reads about the person at /userinfo, and in no ID token. */
  readonly isAtUserinfo: boolean;
}

/** What the client would be told instead, in English, and what an administrator can set. */
interface TrialProblem {
  readonly code: string;
  readonly description: string;
  /** In English. */
  readonly remedy: string | undefined;
  /** By this name the catalogues have the remedy, in the language of the page. */
  readonly remedyName: string | undefined;
}

interface TrialModel {
  /** The name of the client, or its id if no client has it. */
  readonly client: string;
  readonly answer: TrialAnswer | undefined;
  readonly problem: TrialProblem | undefined;
}

export interface TrialPages {
  trial(model: TrialModel): string;
}

/** The template of each page. */
export const TRIAL_TEMPLATES: Readonly<Record<keyof TrialPages, string>> = { trial: "trial/result" };
