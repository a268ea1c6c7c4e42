/** Every operation of the administration API. Routes, the OpenAPI document and the tests of access follow from it. */
import type { Operation } from "./operation.ts";
import { auditOperations } from "./operations/audit.ts";
import { clientOperations } from "./operations/clients.ts";
import { peopleOperations } from "./operations/people.ts";
import { sessionOperations } from "./operations/sessions.ts";

export const OPERATIONS: readonly Operation[] = [
  ...peopleOperations,
  ...sessionOperations,
  ...clientOperations,
  ...auditOperations,
];
