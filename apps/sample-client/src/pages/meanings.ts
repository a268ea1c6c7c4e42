/** What the words of the protocol mean, in plain language. The pages show these beside the values. */

const SCOPES = new Map([
  ["openid", "Who you are: an identifier, nothing more."],
  ["profile", "Your name and what your public profile says."],
  ["email", "Your email address, and whether it was verified."],
  ["address", "Your postal address."],
  ["phone", "Your phone number, and whether it was verified."],
  ["offline_access", "Access while you are away."],
  ["groups", "The groups that you belong to."],
  ["roles", "Your roles there."],
  ["organizations", "The organizations that you belong to."],
]);

/** OIDC Core §2 (ID token) and §5.1 (about the person). */
const CLAIMS = new Map([
  ["iss", "The issuer: the provider that says all this."],
  ["sub", "The subject: the provider’s identifier for this person. Never reused; meaningful only together with iss."],
  ["aud", "The audience: the client this token is for. A token for someone else is refused."],
  ["azp", "The authorized party: the client the token was issued to."],
  ["exp", "When the token expires."],
  ["iat", "When the token was issued."],
  ["auth_time", "When the person last proved who they are."],
  ["nonce", "The value this application sent with the request: the token answers that one request."],
  ["acr", "How strong the sign-in was."],
  ["amr", "How the person signed in: pwd for a password, otp for a one-time code, and so on."],
  ["at_hash", "A hash of the access token, tying the two together."],
  ["sid", "The provider’s identifier for this browser session, used to sign out."],
  ["jti", "A unique identifier of this token."],
  ["name", "The full name, ready to display."],
  ["given_name", "The first name."],
  ["family_name", "The last name."],
  ["middle_name", "The middle name."],
  ["nickname", "A casual name."],
  ["preferred_username", "What the person likes to be called. Not unique, and it may change."],
  ["profile", "The person’s profile page."],
  ["picture", "The address of a picture."],
  ["website", "The person’s own site."],
  ["email", "An address to write to. Never a key: it may change hands."],
  ["email_verified", "Whether the provider checked that the address is theirs."],
  ["gender", "The gender, as the person gave it."],
  ["birthdate", "The date of birth; the year 0000 means it was left out."],
  ["zoneinfo", "The time zone."],
  ["locale", "The language."],
  ["phone_number", "The phone number."],
  ["phone_number_verified", "Whether the provider checked that the number is theirs."],
  ["address", "The postal address: one claim that is an object of its own."],
  ["updated_at", "When these facts last changed."],
  ["groups", "The names of the groups that the person belongs to."],
  ["roles", "The names of the person’s roles at this audience."],
  ["organizations", "The organizations that the person belongs to."],
]);

/** Parameters of the requests and answers: RFC 6749, RFC 7636, RFC 9207, OIDC Core §3.1.2.1. */
const PARAMETERS = new Map([
  ["client_id", "Which application is asking. Public."],
  ["redirect_uri", "Where to send the answer. The provider accepts only addresses registered beforehand."],
  [
    "response_type",
    "“code”: answer with a code that is worth nothing without the next request. “token”: answer with the access " +
      "token itself.",
  ],
  ["scope", "What is asked for. “openid” makes it a sign-in."],
  ["state", "A secret of this browser’s sign-in. The answer must bring it back, or it is not ours."],
  ["nonce", "A random value that must come back inside the ID token, so that an old token cannot be slipped in."],
  ["code_challenge", "The hash of a secret kept here (PKCE). A thief of the code does not have the secret."],
  ["code_challenge_method", "How the hash was made: SHA-256."],
  ["code", "The code: short-lived, good for one use, by this client, with the secret behind code_challenge."],
  ["iss", "Which provider is answering. Must be the one that was asked (mix-up protection)."],
  ["session_state", "A hint about the session at the provider, for applications that watch it."],
  [
    "prompt",
    "“consent”: ask the person again. Access while they are away needs a yes that was seen on a page. “create”: let " +
      "the person create an account first.",
  ],
  ["acr_values", "How strong the sign-in should be, the preferred value first."],
  ["max_age", "How many seconds ago the person may have signed in, at most."],
  ["user_id", "Who the browser says this is. Compared with what the provider proved, and then forgotten."],
  ["grant_type", "What is being exchanged: an authorization code."],
  ["user_code", "What the person compares, or types at the provider. It gives the device nothing by itself."],
  ["device_code", "The secret by which the device asks for its tokens. It never leaves the device."],
  ["code_verifier", "The secret behind code_challenge, revealed only now and only to the provider."],
  ["client_secret", "Proof that it is really this application. It never passes through the browser."],
  ["client_assertion", "A statement of this application for this provider, signed with its private key (RFC 7523)."],
  ["access_token", "A key to the person’s claims at /userinfo. Kept on the server, out of the browser’s reach."],
  ["id_token", "A signed statement about who signed in, when and for whom. Decoded below."],
  [
    "refresh_token",
    "Fetches new access tokens later. Kept on the server; a provider that rotates replaces it at each use.",
  ],
  ["token_type", "“bearer”: anyone who holds the access token can use it, so it is kept from view."],
  ["expires_in", "For how many seconds the access token is good."],
]);

export const scopeMeaning = (name: string) => SCOPES.get(name) ?? "Something this application does not know.";
export const claimMeaning = (name: string) => CLAIMS.get(name);
export const parameterMeaning = (name: string) => PARAMETERS.get(name);
