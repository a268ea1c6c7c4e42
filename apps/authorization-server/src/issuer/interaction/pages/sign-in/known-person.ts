/** The person who must prove again who they are: that of the session, whose sign-in is too old or too weak. */
import type { Dependencies } from "../../../../dependencies.ts";
import type { Asked } from "../../page.ts";

export interface KnownPerson {
  readonly username: string;
  /** What they are asked for first, and that they need no name for it. */
  readonly known: { readonly hasPasskey: boolean; readonly hasPassword: boolean };
}

/**
 * The person of this browser's session, if the request is about them. Undefined if the client or the person wants to
 * choose who signs in, or another name was typed.
 *
 * @param typed the name that the page would show
 */
export async function knownPerson(
  { interaction: { request, parked }, facts: { signIn } }: Pick<Asked<unknown>, "interaction" | "facts">,
  typed: string,
  { users }: Pick<Dependencies, "users">,
): Promise<KnownPerson | undefined> {
  if (signIn === undefined || parked.progress.federated !== undefined) return undefined;
  const username = await users.usernameOf(signIn.userId);
  if (username === undefined || (typed !== "" && typed !== username)) return undefined;
  const isChosen = parked.progress.another === true || request.prompt.includes("login");
  if (isChosen && request.loginHint !== username) return undefined;
  const has = await users.factorsOf(signIn.userId);
  return { username, known: { hasPasskey: has.includes("passkey"), hasPassword: has.includes("password") } };
}
