export type { AttributePath } from "./attribute-path.ts";
export { MOST_RESULTS, resourceTypes, schemas, serviceProviderConfig } from "./discovery.ts";
export { readFilter } from "./filter.ts";
export type { Filter as ScimFilter } from "./filter-form.ts";
export { type GroupPatch, groupPatch, type MemberChange, memberIds, netMembers } from "./group-patch.ts";
export { patched } from "./patch.ts";
export { readPatch } from "./patch-request.ts";
export { type Projection, projected, readProjection, returns } from "./projection.ts";
export { readResource, type ScimObject } from "./resource.ts";
export {
  ENTERPRISE_SCHEMA,
  GROUP_SCHEMA,
  GROUP_TYPE,
  type ResourceType,
  USER_SCHEMA,
  USER_TYPE,
} from "./schemas.ts";
export { badRequest, ScimError, shown } from "./scim-error.ts";
