/** What the administration API refuses: RFC 9457 problems, as a person reads them. */
import { ApiProblem } from "@countersign/admin-client";
import { Refusal } from "../errors.ts";
import type { Wrong } from "../views/model.ts";
import { COUNTED, type CodedMember, HAS_DETAIL } from "./reasons.ts";

/** A member that the API refused. */
export interface WrongMember {
  /** The names of it and of what is around it, from the outside in. */
  readonly names: readonly string[];
  readonly wrong: Wrong;
}

/** What a page says about a problem: a text of ours, and what the API says in English. */
export interface ShownProblem {
  readonly key: string;
  readonly lines: readonly string[];
  /** What is wrong with single members, for the fields of the form. */
  readonly members: readonly WrongMember[];
  /** The status of the page that shows it. */
  readonly status: number;
  /** By which the log of the API has the request, if the person can do nothing about it but tell somebody. */
  readonly reference: string | undefined;
}

/** Refusals of a form that the person corrects. */
const CORRECTABLE: ReadonlySet<string> = new Set(["no_file", "file_not_text", "not_confirmed"]);

const KEYS: Readonly<Record<number, string>> = {
  400: "problem.wrong",
  403: "problem.not_allowed",
  404: "problem.gone",
  409: "problem.conflict",
  412: "problem.changed",
  422: "problem.repeated",
  429: "problem.too_many",
  503: "problem.unavailable",
};

/** What a person corrects in the form, or by loading the page again. Of the others they can only tell someone. */
const MENDED: ReadonlySet<number> = new Set([400, 409, 412, 422]);

/** Kinds of problems that say more than their status. */
const KEYS_OF_TYPES: Readonly<Record<string, string>> = {
  "urn:countersign:problem:too-many-invitations": "problem.too_many_invitations",
};

/** A problem that the user can do something about; `undefined` for other errors. */
export function shownProblem(err: unknown): ShownProblem | undefined {
  if (err instanceof Refusal && CORRECTABLE.has(err.code)) {
    const names = err.field === undefined ? [] : [err.field];
    const members = [{ names, wrong: { say: { key: `problem.${err.code}` } } }];
    return { key: "problem.wrong", lines: [], members, status: err.status, reference: undefined };
  }
  if (!(err instanceof ApiProblem)) return undefined;
  const { type, status, detail, errors = [] } = err.problem;
  const key = KEYS_OF_TYPES[type] ?? KEYS[status];
  if (key === undefined) return undefined;
  const reference = MENDED.has(status) ? undefined : referenceOf(err);
  return { key, status, lines: detail === undefined ? [] : [detail], members: errors.map(memberOf), reference };
}

const REFERENCE = /^[\w.-]{8,64}$/;

/** The reference of the API's answer that caused an error: by it, its log and its events have the request. */
export function referenceOf(err: unknown): string | undefined {
  let one = err;
  for (let depth = 0; one instanceof Error && depth < 5; depth += 1, one = one.cause) {
    const reference = one instanceof ApiProblem ? one.problem.reference : undefined;
    if (typeof reference === "string" && REFERENCE.test(reference)) return reference;
  }
  return undefined;
}

/** RFC 6901 §4: `#/redirect_uris/1` is the second one of them. A code that is not known here is `invalid`. */
function memberOf({ pointer, detail, code, limit }: CodedMember): WrongMember {
  const names = pointer
    .replace(/^#?\/?(?:query\/|path\/)?/, "")
    .split("/")
    .map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~"));
  const known = Object.hasOwn(HAS_DETAIL, code) ? code : "invalid";
  const say = {
    key: `wrong.${known}${limit === 1 && COUNTED.has(known) ? ".one" : ""}`,
    values: { limit: `${limit ?? ""}` },
  };
  return { names, wrong: { say, ...(HAS_DETAIL[known] && { detail }) } };
}

/** What a page refuses of a form by itself, in the form in which the API refuses it. */
export const wrongMember = (name: string, code: CodedMember["code"], detail: string): ApiProblem => {
  const errors = [{ pointer: `#/${name}`, code, detail }];
  return new ApiProblem({ type: "urn:countersign:problem:invalid", title: "", status: 400, errors }, null);
};

/** What a grave act demands of the sign-in (RFC 9470 §3); `undefined` if the problem is another one. */
export function demandedSignIn(
  err: unknown,
): { acrValues: string | undefined; maxAge: number | undefined } | undefined {
  if (!(err instanceof ApiProblem) || err.problem.status !== 401) return undefined;
  const challenge = err.challenge ?? "";
  if (!challenge.includes('error="insufficient_user_authentication"')) return undefined;
  const [, acrValues] = /acr_values="([^"\\]{1,500})"/.exec(challenge) ?? [];
  const [, maxAge] = /max_age="?(\d{1,9})"?/.exec(challenge) ?? [];
  return { acrValues, maxAge: maxAge === undefined ? undefined : Number(maxAge) };
}
