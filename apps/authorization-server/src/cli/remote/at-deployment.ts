/** Runs operations at a deployment elsewhere, through its administration API and in the name of a person. */
import { type AdminClient, ApiProblem, adminClient, type OperationId } from "@countersign/admin-client";
import type { Given } from "../../administration/api/command.ts";
import type { CommandOperation, Reply } from "../../administration/api/operation.ts";
import { problemFrom } from "../../administration/api/problem.ts";
import { checked } from "../../administration/api/requests/checked.ts";
import type { Context } from "../command/context.ts";
import { refusal } from "../command/refusal.ts";
import { type Acting, partsOf } from "../operations/acting.ts";
import { namesFrom } from "../operations/names.ts";
import { accessTokenOf, signInAt } from "./access.ts";
import { type KeptSignIn, keptSignIn, type SignIn } from "./kept-sign-in.ts";
import { saying } from "./sentences.ts";

const TIMEOUT_MS = 60_000;

interface Page {
  readonly items?: readonly unknown[];
  readonly next_cursor?: string;
}

type Method = (input: unknown) => Promise<{ readonly body: unknown }>;

/** @throws a refusal if the person is not signed in there */
export async function atDeployment<T>(
  context: Context,
  issuer: string,
  work: (acting: Acting) => Promise<T>,
): Promise<T> {
  const kept = await keptSignIn(issuer, context.environment);
  const found = await kept.read();
  if (found === undefined) throw refusal(`you are not signed in: run countersign login --issuer ${issuer}`);
  const call = callerOf(found, kept, context);
  const reply: Acting["reply"] = (operation, given, most) => replyOf(operation, given, { call, most });
  return work({ names: namesFrom(reply), reply });
}

type Call = (id: string, input: unknown) => Promise<unknown>;

function callerOf(found: SignIn, kept: KeptSignIn, context: Context): Call {
  let refused: string | undefined;
  let last: string | undefined;
  const api: AdminClient = adminClient({
    url: found.api,
    async accessToken() {
      last = await accessTokenOf(kept, context, refused);
      return last;
    },
    fetch: (request) => fetch(request, { signal: AbortSignal.timeout(TIMEOUT_MS), redirect: "error" }),
  });
  const send: Call = async (id, input) => (await (api[id as OperationId] as Method)(input)).body;

  return async (id, input) => {
    try {
      return await send(id, input);
    } catch (err) {
      if (!(err instanceof ApiProblem && err.problem.status === 401)) throw said(err, found);
      // RFC 9470 §3: a stronger or more recent sign-in. Otherwise the token was revoked, and one fresh one is tried.
      if (err.challenge?.includes('error="insufficient_user_authentication"')) await signInAgain(found, kept, context);
      else refused = last;
    }
    return send(id, input).catch((err) => {
      throw said(err, found);
    });
  };
}

const said = (err: unknown, { api }: SignIn) =>
  err instanceof ApiProblem ? problemFrom(err.problem) : saying(err, api);

async function signInAgain(found: SignIn, kept: KeptSignIn, context: Context): Promise<void> {
  if (context.stdin.isTTY !== true) {
    const login = `countersign login --fresh --issuer ${found.issuer}`;
    throw refusal(`this needs a sign-in of the last fifteen minutes, with a second step: run ${login} before`);
  }
  context.complain("This needs a sign-in of the last fifteen minutes, with a second step.\n");
  await signInAt(found, { context, kept, isFresh: true });
}

async function replyOf(
  operation: CommandOperation,
  given: Given,
  { call, most }: { readonly call: Call; readonly most: number },
): Promise<Reply<unknown>> {
  const { id, query: asked, body: shape, needsMatch = false } = operation;
  const { params: path, query, body } = partsOf(operation, given);
  // Problems are told here, in the words of the options. The API checks it again.
  if (asked !== undefined) checked(asked, query, "#/query");
  if (shape !== undefined) checked(shape, body, "#");
  const input = {
    path,
    query,
    ...(shape !== undefined && { body }),
    // RFC 9110 §13.1.1: a command changes the present version.
    ...(needsMatch && { ifMatch: "*" }),
  };
  const items: unknown[] = [];
  for (let cursor: string | undefined; ; ) {
    const answer = await call(id, { ...input, query: { ...query, cursor } });
    const { next_cursor: next, items: ofPage = [] } = (answer ?? {}) as Page;
    if (next === undefined && items.length === 0) return { body: answer };
    items.push(...ofPage);
    if (next === undefined || items.length >= most) return { body: { items: items.slice(0, most) } };
    cursor = next;
  }
}
