/** What the API refuses: RFC 9457. */
import type { components } from "./schema.ts";

export type ProblemDetails = Omit<components["schemas"]["Problem"], "reference"> & {
  /** Finds the request in the log of the API. */
  readonly reference?: string;
};

/** A request that the API refused. */
export class ApiProblem extends Error {
  readonly problem: ProblemDetails;
  /** The value of WWW-Authenticate: how to get a token that will do (RFC 6750 §3, RFC 9470 §3). */
  readonly challenge: string | undefined;

  constructor(problem: ProblemDetails, challenge: string | null) {
    super(problem.detail === undefined ? problem.title : `${problem.title}: ${problem.detail}`);
    this.name = "ApiProblem";
    this.problem = problem;
    this.challenge = challenge ?? undefined;
  }
}

/** The problem in a response. A proxy may answer with something else: then its status says what there is to say. */
export async function problemIn(response: Response): Promise<ProblemDetails> {
  const isProblem = response.headers.get("content-type")?.startsWith("application/problem+json");
  if (isProblem) return (await response.json()) as ProblemDetails;
  await response.body?.cancel();
  return { type: "about:blank", title: `The API answered with status ${response.status}`, status: response.status };
}
