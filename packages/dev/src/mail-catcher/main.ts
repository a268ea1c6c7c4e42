/**
 * The mail catcher as a process of its own: the service `mail-catcher` of docker-compose.yml. Its page is at PORT,
 * which is also the published port, so that the names of loopback are right in the header Host. SMTP is on port 1025,
 * with STARTTLS by the certificate in TLS_FOLDER.
 */
import { isFailure } from "../failure.ts";
import { startCatcher } from "./catcher.ts";
import { keepCertificate } from "./certificate.ts";

const SMTP_PORT = 1025;
const NAME = "mail-catcher";

const { HOST = "0.0.0.0", PORT = "4003", TLS_FOLDER = "/var/lib/mail-catcher" } = process.env;

try {
  const certificate = await keepCertificate(TLS_FOLDER, NAME);
  const catcher = await startCatcher({ httpPort: Number(PORT), smtpPort: SMTP_PORT, host: HOST, certificate });
  console.log(`Mails: ${catcher.pageUrl}`);
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => void catcher.close());
} catch (error) {
  console.error(isFailure(error) ? error.message : error);
  process.exit(1);
}
