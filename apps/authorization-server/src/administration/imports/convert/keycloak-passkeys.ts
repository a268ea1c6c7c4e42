/** Passkeys and security keys in a realm export of Keycloak. */
import { textIn, within } from "./converted.ts";

type Members = Readonly<Record<string, unknown>>;

/** What a credential is for here, by its type there. */
const USES: Readonly<Record<string, "sign-in" | "second-factor">> = {
  "webauthn-passwordless": "sign-in",
  webauthn: "second-factor",
};

/** The RP ID of each use; undefined for one whose credentials are not taken over. */
export type RpIds = Readonly<Record<"sign-in" | "second-factor", string | undefined>>;

/**
 * The RP IDs by the policies of a realm. An empty one there means the host name of Keycloak, which the export does not
 * say: then the RP ID of this deployment is believed.
 *
 * @param ours the RP ID of this deployment; without it, no credential is taken over
 */
export function rpIdsOf(realm: Members, ours: string | undefined): RpIds {
  const taken = (policy: unknown) => ((textIn(policy) ?? ours) === ours ? ours : undefined);
  return { "sign-in": taken(realm.webAuthnPolicyPasswordlessRpId), "second-factor": taken(realm.webAuthnPolicyRpId) };
}

/** The credentials of a person as members of a line, and how many are left out. */
export function passkeysOf(credentials: readonly Members[], rpIds: RpIds) {
  const keys = credentials.filter(({ type }) => typeof type === "string" && Object.hasOwn(USES, type));
  const passkeys = keys.flatMap((key) => {
    const use = USES[String(key.type)];
    const rpId = use && rpIds[use];
    return use === undefined || rpId === undefined ? [] : passkeyOf(key, { use, rpId });
  });
  return { passkeys, leftOut: keys.length - passkeys.length };
}

function passkeyOf(key: Members, { use, rpId }: { readonly use: string; readonly rpId: string }): readonly Members[] {
  const { credentialId, credentialPublicKey, counter, aaguid, transports } = within(key.credentialData);
  if (typeof credentialId !== "string" || typeof credentialPublicKey !== "string") return [];
  return [
    {
      // The id is in base64 there, the key in base64url.
      credential_id: Buffer.from(credentialId, "base64").toString("base64url"),
      public_key: Buffer.from(credentialPublicKey, "base64url").toString("base64url"),
      rp_id: rpId,
      use,
      ...(typeof counter === "number" && { sign_count: counter }),
      ...(textIn(aaguid) !== undefined && { aaguid }),
      ...(Array.isArray(transports) && { transports }),
      ...(textIn(key.userLabel) !== undefined && { name: key.userLabel }),
    },
  ];
}

/** By which authenticators know the person: the bytes of the text of the id. */
export const userHandleOf = (externalId: string): string => Buffer.from(externalId, "utf8").toString("base64url");
