/** How the administration API says that something is wrong: RFC 9457. */
import { reasonOf } from "@countersign/rules";
import { z } from "zod";
import type { Refusal } from "../refused.ts";
import { REASON_CODES } from "./problems/reason-codes.ts";
import { reasonOfSentence } from "./problems/reason-sentences.ts";
import { isId } from "./shapes.ts";

/** Every kind of problem: its status and what it is called. The kind is the end of its `type`. */
const PROBLEMS = {
  "invalid-request": [400, "The request is not valid"],
  unauthorized: [401, "The access token is missing or not valid"],
  "insufficient-authentication": [401, "A stronger or more recent sign-in is needed"],
  forbidden: [403, "The access token does not allow this"],
  "not-found": [404, "Not found"],
  conflict: [409, "The request does not fit the present state"],
  "precondition-failed": [412, "Changed since you read it"],
  "too-large": [413, "The body is too large"],
  "unsupported-media-type": [415, "The body has a type that is not accepted"],
  "idempotency-key-reused": [422, "The Idempotency-Key was used for another request"],
  "precondition-required": [428, "The request needs If-Match"],
  "too-many-requests": [429, "There were too many requests"],
  "too-many-invitations": [429, "There were too many emails to users"],
  unexpected: [500, "An unexpected error occurred"],
  unavailable: [503, "The service is temporarily unavailable"],
} as const satisfies Record<string, readonly [status: number, title: string]>;

export type ProblemKind = keyof typeof PROBLEMS;

/** One member of a request that is wrong. */
export interface WrongMember {
  /** RFC 6901: where it is in the body; for a parameter, its name after `#/query/` or `#/path/`. */
  readonly pointer: string;
  readonly detail: string;
}

/** The body of an error. */
export const problemBody = z.strictObject({
  type: z.string().meta({ description: "identifies the kind of problem" }),
  title: z.string().meta({ description: "the kind of problem in words" }),
  status: z.int(),
  detail: z.string().optional().meta({ description: "what is wrong with this request" }),
  errors: z
    .array(
      z.strictObject({
        pointer: z.string(),
        detail: z.string().meta({ description: "a sentence in English that begins with the member" }),
        code: z.enum(REASON_CODES).meta({ description: "the kind of reason; `invalid` if it has no other" }),
        limit: z.int().optional().meta({ description: "the bound that a value does not keep" }),
      }),
    )
    .optional()
    .meta({ description: "the members of the request that are wrong" }),
  reference: z.string().meta({ description: "finds the request in the log" }),
});

export type ProblemBody = z.output<typeof problemBody>;

export class Problem extends Error {
  readonly kind: ProblemKind;
  readonly detail: string | undefined;
  readonly errors: readonly WrongMember[] | undefined;
  readonly retryAfterSeconds: number | undefined;
  /** What the log says. */
  readonly logged: string;

  /**
   * @param detail a sentence for the caller; it repeats no secret
   * @param more the members that are wrong, when the request may succeed, and what the log says instead of a detail
   *   that repeats what was sent
   */
  constructor(
    kind: ProblemKind,
    detail?: string,
    more: {
      readonly errors?: readonly WrongMember[];
      readonly retryAfterSeconds?: number;
      readonly logged?: string;
    } = {},
  ) {
    super(detail ?? PROBLEMS[kind][1]);
    this.kind = kind;
    this.detail = detail;
    this.errors = more.errors;
    this.retryAfterSeconds = more.retryAfterSeconds;
    this.logged = more.logged ?? this.message;
  }

  get status(): number {
    return PROBLEMS[this.kind][0];
  }
}

/** The body of a problem. @param reference identifies the request in the log */
export const bodyOf = (problem: Problem, reference: string): ProblemBody => {
  const { kind, detail, errors } = problem;
  const [status, title] = PROBLEMS[kind];
  return {
    type: `${TYPE}${kind}`,
    title,
    status,
    ...(detail === undefined ? {} : { detail }),
    ...(errors === undefined ? {} : { errors: errors.map(codedMember) }),
    reference,
  };
};

const codedMember = ({ pointer, detail }: WrongMember) => ({ pointer, detail, ...reasonOfSentence(detail) });

const TYPE = "urn:countersign:problem:";

/** The problem that the API of a deployment elsewhere answered with. One of another kind keeps its words. */
export function problemFrom({ type, title, detail, errors }: Omit<ProblemBody, "status" | "reference">): Problem {
  const kind = (Object.keys(PROBLEMS) as ProblemKind[]).find((one) => type === `${TYPE}${one}`) ?? "unexpected";
  return new Problem(kind, detail ?? title, errors === undefined ? {} : { errors });
}

/** The problem that a refusal of an act is. */
export function problemOf(refusal: Refusal): Problem {
  switch (refusal.kind) {
    case "missing":
      return notFound(refusal.what);
    case "limit":
      return new Problem("conflict", `there are ${refusal.most} ${refusal.what}s already`);
    case "last-owner":
      return new Problem("conflict", "this is the last owner");
    case "not-yours":
      return new Problem("forbidden", refusal.why);
    case "malformed":
      return wrong(refusal.members.map(memberOf));
    default:
      return new Problem("conflict", refusal.why);
  }
}

const memberOf = ({ member, detail }: { readonly member: string; readonly detail: string }): WrongMember => ({
  pointer: `#/${pointed(member)}`,
  detail,
});

/** The same for what a caller named, of which a part is repeated. */
export function notNamed(what: string, name: string): Problem {
  const logged = `there is no such ${what}`;
  const isName: boolean = !isId(name);
  return new Problem("not-found", isName ? `there is no ${what} ${name.slice(0, 100)}` : logged, { logged });
}

/** Members of a request that are wrong. */
export const wrong = (errors: readonly WrongMember[]): Problem => new Problem("invalid-request", undefined, { errors });

export const notFound = (what: string): Problem => new Problem("not-found", `there is no such ${what}`);

/** RFC 6901 §3: how a name is written in a pointer. Only a part of what a caller sent is repeated. */
export const pointed = (name: string) => name.slice(0, 100).replaceAll("~", "~0").replaceAll("/", "~1");

/** What is wrong by an issue of a schema that was parsed with `reportInput`. @param at where the value stands */
export function wrongMembers(issue: z.core.$ZodIssue, at: string): readonly WrongMember[] {
  const path = [at, ...issue.path.map((part) => pointed(String(part)))].join("/");
  if (issue.code !== "unrecognized_keys") return [{ pointer: path, detail: reasonOf(issue) }];
  return issue.keys.map((key) => ({ pointer: `${path}/${pointed(key)}`, detail: "is not a member of this" }));
}
