/** The OpenAPI 3.1 document of the administration API, made from its operations. */
import { z } from "zod";
import { API_PATH } from "./environment.ts";
import type { Operation } from "./operation.ts";
import { problemBody } from "./problem.ts";
import { PROBLEM_TYPE } from "./problems/errors.ts";
import { ADMIN_SCOPES } from "./scopes.ts";

type Json = Readonly<Record<string, unknown>>;

/** @param issuer the authorization server that issues the tokens of the API */
export function openapi(operations: readonly Operation[], { url, issuer }: { url: string; issuer: string }): Json {
  const paths: Record<string, Record<string, Json>> = {};
  for (const operation of operations) {
    const path = operation.path.replace(/:(\w+)/g, "{$1}");
    paths[path] = { ...paths[path], [operation.method.toLowerCase()]: described(operation) };
  }
  const scopes = Object.fromEntries(ADMIN_SCOPES.map((scope) => [scope, scope]));
  return {
    openapi: "3.1.0",
    info: { title: "Countersign administration API", version: "1" },
    servers: [{ url: `${url}${API_PATH}` }],
    paths,
    components: {
      schemas: { Problem: schemaOf(problemBody, "output") },
      securitySchemes: {
        oauth2: {
          type: "oauth2",
          flows: { clientCredentials: { tokenUrl: `${issuer}/token`, scopes } },
        },
      },
    },
  };
}

const schemaOf = (shape: z.ZodType, io: "input" | "output"): Json => {
  const { $schema: _, ...schema } = z.toJSONSchema(shape, { io, unrepresentable: "any" });
  return schema;
};

function described(operation: Operation): Json {
  const { id, summary, scope, status, body, isBodyOptional = false, method, needsMatch = false } = operation;
  return {
    operationId: id,
    summary,
    security: [{ oauth2: scope === "any" ? [] : [scope] }],
    parameters: [
      ...pathParameters(operation),
      ...queryParameters(operation),
      ...(needsMatch ? [header("If-Match", true, "the ETag that was read")] : []),
      ...(method === "POST" ? [header("Idempotency-Key", false, "makes a repeated request safe, for a day")] : []),
    ],
    ...(body && {
      requestBody: {
        required: !isBodyOptional,
        content: { "application/json": { schema: schemaOf(body, "input") } },
      },
    }),
    responses: {
      [status]: { description: summary, ...contentOf(operation) },
      default: {
        description: "a problem (RFC 9457)",
        content: { [PROBLEM_TYPE]: { schema: { $ref: "#/components/schemas/Problem" } } },
      },
    },
  };
}

function contentOf({ answer, mediaTypes }: Operation): Json {
  if (answer !== undefined) return { content: { "application/json": { schema: schemaOf(answer, "output") } } };
  if (mediaTypes === undefined) return {};
  return { content: Object.fromEntries(mediaTypes.map((type) => [type, { schema: { type: "string" } }])) };
}

const header = (name: string, required: boolean, description: string): Json => ({
  in: "header",
  name,
  required,
  description,
  schema: { type: "string" },
});

const pathParameters = ({ path }: Operation): readonly Json[] =>
  [...path.matchAll(/:(\w+)/g)].map(([, name]) => ({ in: "path", name, required: true, schema: { type: "string" } }));

const queryParameters = ({ query }: Operation): readonly Json[] =>
  Object.entries(query?.shape ?? {}).map(([name, shape]) => ({
    in: "query",
    name,
    required: !(shape as z.ZodType).safeParse(undefined).success,
    schema: schemaOf(shape as z.ZodType, "input"),
  }));
