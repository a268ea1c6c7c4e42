export {
  type AdminClient,
  type AdminClientOptions,
  type Answer,
  adminClient,
  type Input,
  type OperationId,
} from "./client.ts";
export { itemsOf, type ListId } from "./items.ts";
export { ApiProblem, type ProblemDetails } from "./problem.ts";
