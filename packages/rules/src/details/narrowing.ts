/** Fewer details for one token than were granted: RFC 9396 §6 and §6.1. */
import { invalidDetails } from "../errors.ts";
import type { Detail, DetailsType, GrantedDetails } from "./details-type.ts";
import { isSameJson, type Json, type JsonObject } from "./json.ts";

/**
 * The details of a token for one resource server: what was granted there, or the objects that a token request names.
 * Each of those must be an object that was granted, or one with shorter arrays in the members that its type declares as
 * narrowable. An object that was granted once counts once. Throws `invalid_authorization_details`.
 *
 * @param asked the objects that the token request names; undefined if it names none
 */
export function narrowedDetails(
  granted: GrantedDetails | null,
  resource: string,
  asked: readonly Detail[] | undefined,
): readonly JsonObject[] {
  const left = [...(granted?.[resource] ?? [])];
  if (asked === undefined) return left;

  // Objects that are equal come first, so that none of them is used up for one with shorter arrays.
  const isEqual = ({ value }: Detail) => left.some((one) => isSameJson(value, one));
  for (const { value, type } of [...asked].sort((one, other) => Number(isEqual(other)) - Number(isEqual(one)))) {
    const equal = left.findIndex((one) => isSameJson(value, one));
    const at = equal >= 0 ? equal : left.findIndex((one) => isWithin(value, one, type));
    if (at < 0) throw invalidDetails("authorization_details exceed what was granted", type.type);
    left.splice(at, 1);
  }
  return asked.map(({ value }) => value);
}

// Both objects have the same members, and differ only in arrays that may be shortened.
function isWithin(asked: JsonObject, granted: JsonObject, { narrowable }: DetailsType): boolean {
  const names = Object.keys(asked);
  return (
    names.length === Object.keys(granted).length &&
    names.every((name) => {
      const [one, other] = [asked[name] as Json, granted[name]];
      if (other === undefined || !Object.hasOwn(granted, name)) return false;
      return isSameJson(one, other) || (narrowable.includes(name) && isPartOf(one, other));
    })
  );
}

// An empty array may mean "any" to a resource server, so it is not accepted.
function isPartOf(asked: Json, granted: Json): boolean {
  if (!Array.isArray(asked) || !Array.isArray(granted) || asked.length === 0) return false;
  // An entry that was granted once counts once: it may be a payment of many.
  const left: Json[] = [...granted];
  return asked.every((one: Json) => {
    const at = left.findIndex((other) => isSameJson(one, other));
    if (at >= 0) left.splice(at, 1);
    return at >= 0;
  });
}
