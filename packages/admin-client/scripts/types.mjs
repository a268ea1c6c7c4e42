import openapiTS, { astToString } from "openapi-typescript";

/** The TypeScript types of an OpenAPI document. */
export async function typesOf(document) {
  return astToString(await openapiTS(document, { alphabetize: true, emptyObjectsUnknown: true }));
}
