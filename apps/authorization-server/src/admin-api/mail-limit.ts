/** The limit on mails, for operations that mail to an address. */
import type { Dependencies } from "../dependencies.ts";
import { Problem } from "./problem.ts";

type Mail = Parameters<Dependencies["limits"]["mail"]["consume"]>[0];

/** Counts a mail. Answers 429 at a limit. */
export async function countMail(mail: Mail, { limits }: Pick<Dependencies, "limits">): Promise<void> {
  const { allowed, retryAfterSeconds } = await limits.mail.consume(mail);
  if (!allowed) throw new Problem("too-many-requests", undefined, { retryAfterSeconds });
}
