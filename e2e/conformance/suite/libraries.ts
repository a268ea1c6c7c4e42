/** Reads an answer with libraries that we did not write, as the programs of their users would. */
import * as oauth from "oauth4webapi";
import * as oidc from "openid-client";
import type { Answer, AuthorizationRequest } from "./authorization.ts";
import type { Provider } from "./provider.ts";

/**
 * Reads an answer with the library that supports its response type, if there is one. Throws the errors of the
 * library.
 */
export async function readByLibrary(provider: Provider, request: AuthorizationRequest, answer: Answer): Promise<void> {
  const { server, options, running } = provider;
  const known: oauth.Client = { client_id: request.client.id };
  const state = request.state ?? oauth.expectNoState;
  const nonce = request.nonce ?? "";
  const { max_age: maxAge } = request.parameters;
  const seconds = maxAge === undefined ? undefined : Number(maxAge);

  if (running.responseType === "code id_token") {
    await oauth.validateCodeIdTokenResponse(server, known, answer.parameters, nonce, state, seconds, options);
  }
  if (running.responseType === "id_token") {
    const configuration = new oidc.Configuration(server as oidc.ServerMetadata, known.client_id);
    configuration[oidc.customFetch] = options[oauth.customFetch] as oidc.CustomFetch;
    oidc.useIdTokenResponseType(configuration);
    await oidc.implicitAuthentication(configuration, asFragment(request, answer), nonce, {
      ...(request.state === undefined ? {} : { expectedState: request.state }),
      ...(seconds === undefined ? {} : { maxAge: seconds }),
    });
  }
}

/** The library reads only fragments. A posted form has the same parameters. */
function asFragment({ client }: AuthorizationRequest, { parameters }: Answer): URL {
  const url = new URL(client.redirectUri);
  url.hash = String(parameters);
  return url;
}
