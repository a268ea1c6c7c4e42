/** Sample data for the pages on which a person creates an account. */
import { type Sample, sample } from "./sample.ts";

const party = {
  name: "Example App",
  host: "app.example",
  logo: undefined,
  clientUri: undefined,
  policyUri: undefined,
  tosUri: undefined,
};
const form = { party, request: "request", csrf: "csrf" };
const account = {
  person: "Alice",
  path: "/account/email",
  csrf: "csrf",
  done: undefined,
  links: [],
  signOut: "/end_session",
};
const documents = [{ id: "1", name: "Terms of use", url: "https://app.example/terms" }];
const typed = { givenName: "Alice", familyName: "Carter", username: "alice", birthdate: "1987-10-16" };

export const SIGN_UP_SAMPLES: readonly Sample[] = [
  ...sample(
    "signUp",
    { ...form, email: "" },
    { ...form, email: "alice@example.com", problem: "too_many", minutes: 5 },
    { ...form, email: "", problem: "again" },
    { ...form, email: "alice", problem: "malformed" },
    { ...form, email: "alice@example.com", problem: "domain" },
  ),
  ...sample(
    "signUpCode",
    { ...form, address: "alice@example.com", resent: false },
    { ...form, address: "alice@example.com", resent: true },
    { ...form, address: "alice@example.com", resent: false, problem: "wrong_code" },
    { ...form, address: "alice@example.com", resent: false, problem: "too_many", minutes: 1 },
  ),
  ...sample(
    "signUpDetails",
    { ...form, address: "alice@example.com", typed: {}, minimumAge: undefined, shortest: 15, documents: [] },
    {
      ...form,
      address: "alice@example.com",
      typed,
      problem: "password_too_short",
      minimumAge: 16,
      shortest: 15,
      documents,
    },
  ),
  ...sample(
    "accountEmail",
    { ...account, address: undefined, isProved: false, pending: undefined },
    { ...account, address: "alice@example.com", isProved: true, pending: "a@example.org", problem: "wrong_code" },
  ),
  ...sample("undoEmail", { state: "ask", csrf: "csrf" }, { state: "done", csrf: undefined }),
  ...sample("undoEmail", { state: "mismatch", csrf: "csrf" }, { state: "void", csrf: undefined }),
  ...sample("invitation", { invitation: undefined }, { invitation: { address: "alice@example.com", csrf: "csrf" } }),
  ...sample("terms", { ...form, documents }),
  ...sample("verifyEmail", { csrf: undefined }, { csrf: "csrf" }),
];
