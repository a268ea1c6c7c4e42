/** The list of checks as cases: one for each plan, and each response type or variant of it, that a check applies to. */
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

/** A property of a variant of a FAPI 2 plan, as checks.json names it. */
export type Trait =
  | "openid"
  | "rar"
  | "private_key_jwt"
  | "mtls auth"
  | "dpop"
  | "mtls binding"
  | "signed requests"
  | "jarm";

/** A check of a FAPI 2 plan. */
export interface FapiCase extends Pick<Case, "profile" | "check" | "holds"> {
  /** What the clients of this variant do. */
  readonly traits: readonly Trait[];
}

interface CommonPlan {
  readonly id: string;
  /** Another plan. This plan also runs the checks of that one. */
  readonly like?: string;
}

interface Plan extends CommonPlan {
  readonly responseTypes: readonly string[];
  readonly formPost?: boolean;
  readonly clientAuth?: Case["clientAuth"];
}

interface FapiPlan extends CommonPlan {
  /** By the name of the variant. */
  readonly variants: Readonly<Record<string, readonly Trait[]>>;
}

interface Check {
  readonly check: string;
  readonly holds: string;
  /**
   * The plans that the check applies to: every response type of a plan, or the named ones. A plan that is like it
   * counts too.
   */
  readonly in: Readonly<Record<string, true | readonly string[]>>;
  /** Only variants with all of these traits. */
  readonly needs?: readonly Trait[];
}

function readList() {
  const file = join(import.meta.dirname, "..", "checks.json");
  const { plans, checks } = JSON.parse(readFileSync(file, "utf8")) as { plans: (Plan | FapiPlan)[]; checks: Check[] };
  return { plans, checks };
}

/** Every case of the OpenID Connect plans. */
export function readCases(): readonly Case[] {
  const { plans, checks } = readList();
  const ofResponseTypes = plans.filter((plan) => "responseTypes" in plan);
  return ofResponseTypes.flatMap((plan) => checks.flatMap((check) => casesOf(plan, check)));
}

/** Every case of the FAPI 2 plans. */
export function readFapiCases(): readonly FapiCase[] {
  const { plans, checks } = readList();
  const ofVariants = plans.filter((plan) => "variants" in plan);
  return ofVariants.flatMap((plan) => checks.flatMap((check) => fapiCasesOf(plan, check)));
}

function fapiCasesOf(
  { id, like = "", variants }: FapiPlan,
  { check, holds, in: plans, needs = [] }: Check,
): FapiCase[] {
  if (plans[id] === undefined && plans[like] === undefined) return [];
  return Object.entries(variants)
    .filter(([, traits]) => needs.every((need) => traits.includes(need)))
    .map(([name, traits]) => ({ profile: `${id} ${name}`, check, holds, traits }));
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
