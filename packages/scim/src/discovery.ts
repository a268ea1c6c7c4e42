/** What a service says about itself: RFC 7643 §5 to §7, RFC 7644 §4. */
import { RESOURCE_TYPES, SCHEMAS } from "./schemas.ts";

export const MOST_RESULTS = 200;

const SP_CONFIG = "urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig";
const RESOURCE_TYPE = "urn:ietf:params:scim:schemas:core:2.0:ResourceType";
const SCHEMA = "urn:ietf:params:scim:schemas:core:2.0:Schema";

/** @param base the address of the service, without a slash at its end */
export const serviceProviderConfig = (base: string) => ({
  schemas: [SP_CONFIG],
  patch: { supported: true },
  bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
  filter: { supported: true, maxResults: MOST_RESULTS },
  changePassword: { supported: false },
  sort: { supported: false },
  etag: { supported: true },
  authenticationSchemes: [
    {
      type: "oauthbearertoken",
      name: "Bearer token",
      description: "A token of one organization, in the header Authorization: RFC 6750 §2.1.",
      specUri: "https://www.rfc-editor.org/info/rfc6750",
      primary: true,
    },
  ],
  meta: { resourceType: "ServiceProviderConfig", location: `${base}/ServiceProviderConfig` },
});

export const resourceTypes = (base: string) =>
  RESOURCE_TYPES.map(({ name, endpoint, description, schema, ...more }) => ({
    schemas: [RESOURCE_TYPE],
    id: name,
    name,
    endpoint,
    description,
    schema: schema.id,
    ...("extension" in more && more.extension !== undefined
      ? { schemaExtensions: [{ schema: more.extension.id, required: false }] }
      : {}),
    meta: { resourceType: "ResourceType", location: `${base}/ResourceTypes/${name}` },
  }));

export const schemas = (base: string) =>
  SCHEMAS.map((schema) => ({
    schemas: [SCHEMA],
    ...schema,
    meta: { resourceType: "Schema", location: `${base}/Schemas/${schema.id}` },
  }));
