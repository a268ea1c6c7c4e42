export {
  type AdminClient,
  type AdminClientOptions,
  type Answer,
  adminClient,
  type Input,
  type OperationId,
  responseTo,
} from "./client.ts";
export { itemsOf, type ListId } from "./items.ts";
export { ApiProblem, type ProblemDetails } from "./problem.ts";
export { ENTITIES, EVENT_TYPES, type EventType, OPERATIONS } from "./schema.ts";
