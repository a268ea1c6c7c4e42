/** Sample data for the pages on which a person sets up a second factor that a request needs. */
import { REQUEST, type Sample, sample } from "./sample.ts";
import { secret } from "./secret.ts";

const address = "a…@example.com";
const codes = Array.from({ length: 10 }, (_, index) => `${index}-ABCD-EFGH-IJKL-MNOP`);
const printed = { username: "alice", host: "auth.example", at: new Date("2030-01-01T12:00:00Z") };

export const ENROLMENT_SAMPLES: readonly Sample[] = [
  ...sample(
    "enrol",
    { ...REQUEST, address, factors: ["passkey", "totp"] },
    { ...REQUEST, address, factors: ["passkey"], problem: "too_many", minutes: 5 },
    { ...REQUEST, address: undefined, factors: ["totp"] },
  ),
  ...sample(
    "enrolCode",
    { ...REQUEST, address, codeSeconds: 600, resent: false },
    { ...REQUEST, address, codeSeconds: 600, resent: true },
    { ...REQUEST, address, codeSeconds: 600, resent: false, problem: "malformed_code" },
    { ...REQUEST, address, codeSeconds: 600, resent: false, problem: "wrong_code" },
    { ...REQUEST, address, codeSeconds: 600, resent: false, problem: "void_code" },
    { ...REQUEST, address, codeSeconds: 600, resent: false, problem: "too_many", minutes: 1 },
  ),
  ...sample(
    "enrolTotp",
    { ...REQUEST, secret },
    { ...REQUEST, secret, problem: "wrong_code" },
    { ...REQUEST, secret: undefined, problem: "too_many" },
  ),
  ...sample("enrolPasskey", { ...REQUEST, options: "{}" }, { ...REQUEST, options: "{}", problem: "not_verified" }),
  ...sample("enrolRecoveryCodes", { ...REQUEST, codes, printed }, { ...REQUEST, codes: undefined }),
];
