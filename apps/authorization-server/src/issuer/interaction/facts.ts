/** What is known about a request and its person, as the rule `nextStep` needs it. */
import {
  type Client,
  type Consent,
  coveredScopes,
  type Facts,
  isAtLeast,
  type Progress,
  personToProve,
  registeredItself,
} from "@countersign/rules";
import type { Dependencies } from "../../dependencies.ts";
import type { Session } from "../../platform/stores/session/session-row.ts";
import type { Interaction } from "./interaction.ts";

export type Deciding = Pick<Dependencies, "levels" | "requiredAcr" | "now" | "users" | "consents" | "organizations">;

/** The factors of the person are read only if a proof is missing. */
export async function factsOf(
  interaction: Interaction,
  session: Session | undefined,
  { levels, requiredAcr, now, users, consents }: Deciding,
): Promise<Facts> {
  const { request, recipient, parked } = interaction;
  const { demanded } = parked.progress;
  const isTheirs = session !== undefined && isIntended(interaction, session.signIn.userId);
  const facts = {
    request,
    signIn: isTheirs ? session.signIn : undefined,
    ...(await consentsOf(interaction, session, { consents })),
    host: recipient.agreedHost,
    asksConsent: interaction.client !== undefined,
    isOfDevice: interaction.device !== undefined,
    impliesConsent: impliesConsent(interaction.client),
    lacksTerms: isTheirs && session.lacksTerms,
    mustChangePassword: isTheirs && session.mustChangePassword,
    progress: parked.progress,
    mustPrompt: recipient.isImpersonable,
    required: { deployment: requiredAcr, client: strictest(interaction.client?.requiredAcr, demanded?.acr) },
    levels,
    now: now(),
  };
  const userId = personToProve(facts);
  if (userId === undefined) return facts;
  const { has, countsSince } = await users.findProving(userId);
  return { ...facts, has, progress: countingProgress(facts.progress, countsSince) };
}

// No operator reviewed a client that registered itself, so its consent policy does not count.
const impliesConsent = (client: Client | undefined) =>
  client?.consentPolicy === "implicit" && !registeredItself(client);

/** The stronger of two demands. */
const strictest = (one: string | undefined, other: string | undefined) =>
  one === undefined || (other !== undefined && isAtLeast(other, one)) ? other : one;

// A person may set another password, or have a factor reset, because a thief used the old one.
function countingProgress(progress: Progress, countsSince: Date | null): Progress {
  const { proving, ...others } = progress;
  const isVoid = countsSince !== null && proving?.proofs.some(({ at }) => at < countsSince) === true;
  return isVoid ? others : progress;
}

/** OIDC Core §3.1.2.2: the response must be about the requested person, regardless of who else is signed in. */
export function isIntended({ request: { intended } }: Interaction, userId: string): boolean {
  return intended === undefined || intended.userIds.includes(userId);
}

// The consent for /userinfo comes with the session. Only a request that names other resource servers needs more.
async function consentsOf(
  { client, request: { named, scopes } }: Interaction,
  session: Session | undefined,
  { consents }: Pick<Dependencies, "consents">,
): Promise<Pick<Facts, "consent" | "consents">> {
  if (named === undefined) return { consent: consentThatGrants(session?.consent, scopes) };
  if (session === undefined || client === undefined) return { consent: undefined };
  const whose = { userId: session.signIn.userId, clientId: client.id };
  const identifiers = named.others.map(({ identifier }) => identifier);
  return { consent: session.consent, consents: await consents.find(whose, identifiers) };
}

// A person who declined everything gave no consent. Nothing can be issued, so the consent page is shown again.
function consentThatGrants(consent: Consent | undefined, scopes: readonly string[]): Consent | undefined {
  return scopes.length > 0 && coveredScopes(scopes, consent).length === 0 ? undefined : consent;
}
