/** Which claims a mapping may make: none that has a meaning of its own, for this service or for a library. */

const NAME = /^[A-Za-z][A-Za-z0-9_.:/-]{0,99}$/;

/** JSON Web Token Claims (IANA), as far as a client may act on them, and the claims of people of OpenID Connect. */
const REGISTERED = new Set(
  (
    "iss sub aud exp nbf iat jti name given_name family_name middle_name nickname preferred_username profile picture " +
    "website email email_verified gender birthdate zoneinfo locale phone_number phone_number_verified address " +
    "updated_at azp nonce auth_time at_hash c_hash acr amr sub_jwk cnf sip_from_tag sip_date sip_callid sip_cseq_num " +
    "sip_via_branch orig dest mky events toe txn rph sid vot vtm attest origid act scope client_id may_act jcard " +
    "at_use_nbr div opt vc vp sph ace_profile cnonce exi roles groups entitlements token_introspection " +
    "eat_nonce ueid sueids oemid hwmodel hwversion oemboot dbgstat location eat_profile submods uptime bootcount " +
    "bootseed dloas swname swversion manifests measurements measres intuse cdniv cdnicrit cdniip cdniuc cdniets " +
    "cdnistt cdnistd sig_val_claims authorization_details verified_claims place_of_birth nationalities " +
    "birth_family_name birth_given_name birth_middle_name salutation title msisdn also_known_as htm htu ath atc " +
    "sub_id rcd rcdi crn msgi _claim_names _claim_sources rdap_allowed_purposes rdap_dnt_allowed geohash " +
    "s_hash session_state organizations org_id authorization_id __proto__ constructor prototype"
  ).split(" "),
);

/** What is wrong with the name of a claim that a mapping makes; `undefined` if nothing is. */
export function claimNameProblem(name: string): string | undefined {
  if (!NAME.test(name)) return "is not a name of a claim";
  return REGISTERED.has(name) ? "has a meaning of its own, which a mapping may not change" : undefined;
}
