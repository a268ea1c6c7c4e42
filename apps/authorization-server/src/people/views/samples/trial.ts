/** Sample data for the page on which a trial of a sign-in ends. */
import { remedyOf } from "@countersign/rules";
import { type Sample, sample } from "./sample.ts";

const client = "Example";
const redirectUri = "https://app.example/cb";
const claims = [
  { name: "sub", value: "6f1f3c1a-5c1e-4c53-9d84-0d0c9a0a7c11" },
  { name: "auth_time", value: "1893499200 (2030-01-01T12:00:00Z)" },
];

export const TRIAL_SAMPLES: readonly Sample[] = sample(
  "trial",
  {
    client,
    answer: { redirectUri, scopes: ["openid", "profile"], claims, isAtUserinfo: true },
    problem: undefined,
  },
  { client, answer: { redirectUri, scopes: ["openid"], claims, isAtUserinfo: false }, problem: undefined },
  { client, answer: { redirectUri, scopes: [], claims: [], isAtUserinfo: false }, problem: undefined },
  {
    client,
    answer: undefined,
    problem: {
      code: "invalid_request",
      description: "redirect_uri is not registered for this client",
      remedy: remedyOf("register_redirect_uri"),
      remedyName: "register_redirect_uri",
    },
  },
  {
    client,
    answer: undefined,
    problem: {
      code: "access_denied",
      description: "the person denied the request",
      remedy: undefined,
      remedyName: undefined,
    },
  },
);
