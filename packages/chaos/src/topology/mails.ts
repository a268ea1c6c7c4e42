/** The mail server of a deployment, which keeps what people are sent. */
import { startCatcher } from "@countersign/dev/mail-catcher";
import type { World } from "../clients/world.ts";
import { until } from "./until.ts";

export interface Mails {
  /** The MAIL_URL of the services. */
  readonly url: string;
  readonly mailed: World["mailed"];
  stop(): Promise<void>;
}

interface Mail {
  readonly to: readonly string[];
  readonly text: string;
}

export async function startMails(): Promise<Mails> {
  const { mailUrl: url, pageUrl, close: stop } = await startCatcher({ httpPort: 0, smtpPort: 0 });
  return {
    url,
    stop,
    async mailed(address, text) {
      let found: string | undefined;
      await until(async () => {
        const mails = (await (await fetch(`${pageUrl}/messages.json`)).json()) as readonly Mail[];
        const mail = mails.find((one) => one.to.includes(address) && text.test(one.text));
        found = text.exec(mail?.text ?? "")?.[0];
        return found !== undefined;
      });
      return found ?? "";
    },
  };
}
