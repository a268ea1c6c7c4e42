/** What a person accepted of the authorization details of a request: RFC 9396 §4 and §7. */
import type { Detail } from "../details/details-type.ts";
import { isSameJson, type JsonObject } from "../details/json.ts";
import { type Consent, isGivenFor } from "./consent.ts";

/** The answer of a person to the details of one request. */
export interface DetailsAnswer {
  readonly userId: string;
  /** The positions of the accepted objects in the request. */
  readonly accepted: readonly number[];
}

/** More accepted objects than this are not remembered for one resource server; the oldest are forgotten. */
const MOST_REMEMBERED = 100;

interface Asked {
  readonly details: readonly Detail[];
  readonly userId: string;
  /** The answer for this request, if there is one. */
  readonly answer: DetailsAnswer | undefined;
  /** The consents for the resource servers, by identifier. */
  readonly consents: ReadonlyMap<string, Consent> | undefined;
  /** The host that receives the response. */
  readonly host: string;
}

/**
 * The objects that the person accepted: on the page for this request, or before if the types of all of them are
 * remembered. Undefined if the person has to be asked.
 */
export function acceptedDetails({ details, userId, answer, consents, host }: Asked): readonly Detail[] | undefined {
  if (details.length === 0) return details;
  if (answer?.userId === userId) return details.filter((_, at) => answer.accepted.includes(at));

  const isRemembered = ({ type, value, resources }: Detail) =>
    type.remembered &&
    resources.every((identifier) => {
      const before = consents?.get(identifier);
      return before !== undefined && isGivenFor(host, before) && isAmong(value, before.details);
    });
  return details.every(isRemembered) ? details : undefined;
}

/**
 * The positions of the objects that a person answers together: each by itself, but all of a type that is accepted as a
 * whole.
 */
export function groupsOf(details: readonly Detail[]): readonly (readonly [number, ...number[]])[] {
  const firsts = details.flatMap(({ type }, at) => {
    const isFirst = details.findIndex((other) => other.type.type === type.type) === at;
    return !type.whole || isFirst ? [at] : [];
  });
  return firsts.map((first) => {
    const { type } = details[first] as Detail;
    const isWithFirst = (at: number) => at > first && details[at]?.type.type === type.type;
    return [first, ...(type.whole ? [...details.keys()].filter(isWithFirst) : [])];
  });
}

/** The objects to remember for a resource server after an answer; undefined if no type of the request is remembered. */
export function rememberedDetails(
  asked: readonly Detail[],
  accepted: readonly Detail[],
  identifier: string,
  before: Consent | undefined,
): readonly JsonObject[] | undefined {
  const rememberedOf = (details: readonly Detail[]) =>
    details
      .filter(({ type, resources }) => type.remembered && resources.includes(identifier))
      .map(({ value }) => value);
  const answered = rememberedOf(asked);
  if (answered.length === 0) return undefined;
  const kept = (before?.details ?? []).filter((one) => !isAmong(one, answered));
  return [...kept, ...rememberedOf(accepted)].slice(-MOST_REMEMBERED);
}

const isAmong = (value: JsonObject, values: readonly JsonObject[] = []) => values.some((one) => isSameJson(value, one));
