/** The authorization details of a request, as the consent page shows them (RFC 9396 §13). */
import { type Detail, groupsOf, lookupLanguage } from "@countersign/rules";
import type { SharedDetails } from "../../../../people/views/models/authorization.ts";
import { showDetails } from "../../../details/template.ts";
import type { ConfiguredType, ConfiguredTypes } from "../../../details/types.ts";
import type { PersonRequest } from "../../interaction.ts";

/** Pure: the objects of a request in a language, in the groups that are answered together. */
export function sharedDetails(
  { details = [], named }: PersonRequest,
  types: ConfiguredTypes,
  range: string,
): readonly SharedDetails[] {
  const nameOf = (identifier: string) => named?.others.find((one) => one.identifier === identifier)?.name ?? identifier;
  return groupsOf(details).map((group) => {
    const objects = group.map((at) => details[at] as Detail);
    return {
      value: String(group[0]),
      objects: objects.map((detail) => shown(detail, types, range)),
      resources: [...new Set(objects.flatMap(({ resources }) => resources.map(nameOf)))],
      isRemembered: objects.every(({ type }) => type.remembered),
    };
  });
}

function shown({ type, value }: Detail, types: ConfiguredTypes, range: string) {
  const { display } = types.get(type.type) as ConfiguredType;
  // Each type has texts in English.
  const template = lookupLanguage([range, "en"], display)?.found;
  if (template === undefined) throw new Error(`the type ${type.type} has no texts`);
  return showDetails(template, value);
}
