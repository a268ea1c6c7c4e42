/** The list of checks, as the cases that are run: each check once for each plan and response type that it is in. */
import { readFileSync } from "node:fs";
import { join } from "node:path";

export interface Case {
  /** As titles name it: the plan and, where it has several, the response type. */
  readonly profile: string;
  readonly check: string;
  /** What holds when the check passes. */
  readonly holds: string;
  readonly responseType: string;
  readonly formPost: boolean;
  readonly clientAuth: "client_secret_basic" | "private_key_jwt";
}

interface Plan {
  readonly id: string;
  /** Another plan, whose checks this one runs too. */
  readonly like?: string;
  readonly responseTypes: readonly string[];
  readonly formPost?: boolean;
  readonly clientAuth?: Case["clientAuth"];
}

interface Check {
  readonly check: string;
  readonly holds: string;
  /** By plan, or one that it is like: every response type of it, or those named. */
  readonly in: Readonly<Record<string, true | readonly string[]>>;
}

/** Every case of checks.json. */
export function readCases(): readonly Case[] {
  const file = join(import.meta.dirname, "..", "checks.json");
  const { plans, checks } = JSON.parse(readFileSync(file, "utf8")) as { plans: Plan[]; checks: Check[] };
  return plans.flatMap((plan) => checks.flatMap((check) => casesOf(plan, check)));
}

function casesOf(plan: Plan, { check, holds, in: plans }: Check): Case[] {
  const within = plans[plan.id] ?? plans[plan.like ?? ""];
  if (within === undefined) return [];

  const { responseTypes, formPost = false, clientAuth = "client_secret_basic" } = plan;
  return responseTypes
    .filter((responseType) => within === true || within.includes(responseType))
    .map((responseType) => {
      const profile = responseTypes.length === 1 ? plan.id : `${plan.id} ${responseType}`;
      return { profile, check, holds, responseType, formPost, clientAuth };
    });
}

/** Whether an authorization response of this type brings `part` through the browser. */
export const brings = ({ responseType }: Pick<Case, "responseType">, part: "code" | "id_token" | "token"): boolean =>
  responseType.split(" ").includes(part);

/** Whether any access token comes of it, from either endpoint. */
export const hasAccessToken = (one: Pick<Case, "responseType">): boolean => brings(one, "code") || brings(one, "token");
