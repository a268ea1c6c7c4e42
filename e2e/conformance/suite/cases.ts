/** The list of checks as cases. Each check is one case for each plan and response type that it applies to. */
import { readFileSync } from "node:fs";
import { join } from "node:path";

export interface Case {
  /** The profile as titles name it: the plan and, if the plan has several response types, the response type. */
  readonly profile: string;
  readonly check: string;
  /** The requirement that the check verifies. */
  readonly holds: string;
  readonly responseType: string;
  readonly formPost: boolean;
  readonly clientAuth: "client_secret_basic" | "private_key_jwt";
}

interface Plan {
  readonly id: string;
  /** Another plan. This plan also runs the checks of that one. */
  readonly like?: string;
  readonly responseTypes: readonly string[];
  readonly formPost?: boolean;
  readonly clientAuth?: Case["clientAuth"];
}

interface Check {
  readonly check: string;
  readonly holds: string;
  /**
   * The plans that the check applies to: every response type of a plan, or the named ones. A plan that is like it
   * counts too.
   */
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

/** Whether an authorization response of this type contains `part`. */
export const brings = ({ responseType }: Pick<Case, "responseType">, part: "code" | "id_token" | "token"): boolean =>
  responseType.split(" ").includes(part);

/** Whether the flow issues an access token, from either endpoint. */
export const hasAccessToken = (one: Pick<Case, "responseType">): boolean => brings(one, "code") || brings(one, "token");
