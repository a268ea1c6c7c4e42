/** The sign-in page: OIDC Core §3.1.2.3. The person authenticates with their password. */

import { ProtocolError } from "@countersign/rules";
import type { Dependencies } from "../../dependencies.ts";
import { networkOf, sourceOf } from "../../http/address.ts";
import { factors } from "../../sign-in/factors.ts";
import { type Asked, anybody, definePage, type Outcome } from "../page.ts";
import { prove } from "../prove.ts";

export const login = definePage({
  name: "login",
  isFor: anybody,
  formSubject: (handle) => handle,

  // A person may have signed in to another request in the meantime. The person who sends this form signs in as someone
  // else, or refuses. In neither case may they receive a code of the signed-in person. If this same request has
  // progressed, the form no longer acts.
  stillActs: ({ parked }) => Object.keys(parked.progress).length === 0,

  show: (asked, deps) => page(asked, asked.interaction.request.loginHint ?? "", deps),

  async act(asked, form, deps, call) {
    if (form.get("action") === "cancel") return { kind: "refuse" };

    const username = (form.get("username") ?? "").trim();
    const attempt = {
      username,
      password: form.get("password") ?? "",
      address: call.address,
      source: sourceOf(call.address),
      network: networkOf(call.address),
      deviceCookie: deps.cookies.device(call.req),
    };
    const proven = await attempted(() => factors.password(attempt, deps));
    if (proven === undefined || proven instanceof ProtocolError) return again(asked, username, proven, deps);
    return { kind: "continue", progress: await prove(asked.interaction, { ...proven, username }, deps, call) };
  },
});

// At a limit the person stays on the page, which shows how long to wait.
async function attempted<T>(work: () => Promise<T>): Promise<T | ProtocolError> {
  try {
    return await work();
  } catch (err) {
    if (err instanceof ProtocolError && err.retryAfterSeconds !== undefined) return err;
    throw err;
  }
}

function again(
  asked: Asked<unknown>,
  username: string,
  limit: ProtocolError | undefined,
  deps: Pick<Dependencies, "mail">,
): Outcome {
  const seconds = limit?.retryAfterSeconds;
  if (seconds === undefined) return { kind: "show", page: page(asked, username, deps, "wrong_password"), status: 422 };
  const headers = { "retry-after": String(Math.ceil(seconds)) };
  return { kind: "show", page: page(asked, username, deps, "too_many_attempts"), status: 429, headers };
}

const page = (
  { pages, common }: Asked<unknown>,
  username: string,
  { mail }: Pick<Dependencies, "mail">,
  problem?: "wrong_password" | "too_many_attempts",
) => pages.login({ ...common, username, problem, canReset: mail.isOn });
