/** The steps of one implicit sign-in, for the page that explains it. */
import type { ServerMetadata, UserInfoResponse } from "openid-client";
import type { Config } from "../../config.ts";
import { explained, idTokenChecks, type Parameter, requestStep, type Step, userinfoStep } from "../step.ts";
import type { Proof } from "./proofs.ts";

interface ImplicitFacts {
  readonly config: Pick<Config, "redirectUri" | "baseUrl" | "clientId" | "pushesRequests">;
  readonly metadata: ServerMetadata;
  readonly authorizationUrl: URL;
  readonly form: ReadonlyMap<string, string>;
  readonly proof: Proof;
  readonly userinfo: UserInfoResponse | undefined;
}

/** What was sent and received, in order, every parameter with its meaning. */
export function explainImplicit(facts: ImplicitFacts): readonly Step[] {
  const told = [authorizationRequest, fragment, posted, proved, userinfoStep];
  return told.map((tell) => tell(facts));
}

const authorizationRequest = (facts: ImplicitFacts): Step =>
  requestStep(
    facts,
    "This application sealed fresh random values into a cookie of this browser and asked for tokens outright. " +
      "There you signed in and agreed; your password never came here.",
  );

function fragment({ config, form }: ImplicitFacts): Step {
  const received = [...form].filter(([name]) => name !== "user_id");
  return {
    title: "Your browser came back with the tokens themselves",
    explanation:
      "They stood in the address, after the #. Browsers do not send that part to a server, but everything in the " +
      "browser can read it: scripts, extensions, the history. That is why the code flow is better.",
    request: `GET ${config.redirectUri}#…`,
    parameters: explained(received),
  };
}

function posted({ config, form }: ImplicitFacts): Step {
  return {
    title: "A script of ours took them out of the address and posted them",
    explanation:
      "User ID and access token came to this application from your browser, so anyone could have altered them. " +
      "The state had to match the one in the sealed cookie, which was removed at once.",
    request: `POST ${config.baseUrl}/session`,
    parameters: explained(
      [...form].filter(([name]) => ["user_id", "access_token", "id_token", "state"].includes(name)),
    ),
  };
}

function proved({ config, metadata, proof }: ImplicitFacts): Step {
  if (proof.idToken === undefined) {
    return {
      title: "The provider was asked about the access token",
      explanation:
        "A bare token does not say whose it is, nor for which application. This application asked with its own " +
        "credentials, and every answer had to be right.",
      request: `POST ${metadata.introspection_endpoint}`,
      parameters: [
        { name: "active", value: "true", meaning: "Still good." },
        { name: "client_id", value: config.clientId, meaning: "Issued to this application, not to another one." },
        { name: "sub", value: proof.sub, meaning: "Whose it is. A posted user ID had to be the same." },
        { name: "scope", value: proof.scopes.join(" "), meaning: "Has openid: it is for signing in." },
      ],
    };
  }

  const userId: Parameter = { name: "user_id", value: proof.sub, meaning: "Is the sub of the ID token." };
  return {
    title: "The ID token was checked, and everything posted against it",
    explanation: "Had one value been altered, there would be no session.",
    request: undefined,
    parameters: [...idTokenChecks(proof.idToken, metadata), userId],
  };
}
