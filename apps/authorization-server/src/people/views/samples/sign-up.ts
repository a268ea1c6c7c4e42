/** Sample data for the pages on which a person creates an account. */
import { ACCOUNT, REQUEST, reference, type Sample, sample } from "./sample.ts";

const documents = [{ id: "1", name: "Terms of use", url: "https://app.example/terms" }];
const typed = {
  givenName: "Alice",
  familyName: "Carter",
  username: "alice",
  birthdate: "1987-10-16",
  acceptsTerms: true,
};

export const SIGN_UP_SAMPLES: readonly Sample[] = [
  ...sample(
    "signUp",
    { ...REQUEST, email: "", takesCode: false, codeSeconds: 600 },
    { ...REQUEST, email: "alice@example.com", problem: "too_many", minutes: 5, takesCode: true, codeSeconds: 600 },
    { ...REQUEST, email: "alice@example.com", problem: "wrong_code", takesCode: true, codeSeconds: 600 },
    { ...REQUEST, email: "alice@example.com", problem: "void_code", takesCode: false, codeSeconds: 600 },
    { ...REQUEST, email: "", problem: "again", takesCode: false, codeSeconds: 600 },
    { ...REQUEST, email: "alice", problem: "malformed", takesCode: false, codeSeconds: 600 },
    { ...REQUEST, email: "alice@example.com", problem: "domain", takesCode: false, codeSeconds: 600 },
  ),
  ...sample(
    "signUpCode",
    { ...REQUEST, address: "alice@example.com", codeSeconds: 600, resent: false },
    { ...REQUEST, address: "alice@example.com", codeSeconds: 600, resent: true },
    { ...REQUEST, address: "alice@example.com", codeSeconds: 600, resent: false, problem: "wrong_code" },
    { ...REQUEST, address: "alice@example.com", codeSeconds: 600, resent: false, problem: "too_many", minutes: 1 },
  ),
  ...sample(
    "signUpDetails",
    {
      ...REQUEST,
      address: "alice@example.com",
      typed: {},
      passkey: undefined,
      minimumAge: undefined,
      shortest: 15,
      documents: [],
    },
    {
      ...REQUEST,
      address: "alice@example.com",
      typed,
      passkey: "{}",
      problem: "password_too_short",
      minimumAge: 16,
      shortest: 15,
      documents,
    },
  ),
  ...sample(
    "accountEmail",
    { ...ACCOUNT, address: undefined, isProved: false, pending: undefined, codeSeconds: 600 },
    {
      ...ACCOUNT,
      address: "alice@example.com",
      isProved: true,
      pending: "a@example.org",
      codeSeconds: 600,
      refused: "code",
      problem: "wrong_code",
    },
    {
      ...ACCOUNT,
      address: "alice@example.com",
      isProved: true,
      pending: undefined,
      codeSeconds: 600,
      refused: { typed: "alice" },
      problem: "malformed",
    },
  ),
  ...sample(
    "undoEmail",
    { state: "ask", csrf: "csrf", reference, here: "/undo-email" },
    { state: "done", csrf: undefined, reference },
  ),
  ...sample(
    "undoEmail",
    { state: "mismatch", csrf: "csrf", typed: "bob@example.com", reference, here: "/undo-email" },
    { state: "void", csrf: undefined, reference, here: "/undo-email" },
  ),
  ...sample(
    "invitation",
    { invitation: undefined, reference, here: "/invitation" },
    { invitation: { address: "alice@example.com", csrf: "csrf" }, reference, here: "/invitation" },
  ),
  ...sample("terms", { ...REQUEST, documents }),
  ...sample("verifyEmail", { csrf: undefined, here: "/verify-email" }, { csrf: "csrf", here: "/verify-email" }),
];
