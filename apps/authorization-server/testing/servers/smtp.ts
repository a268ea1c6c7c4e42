/** A mail server on loopback that does to a message what a test tells it. */
import type { AddressInfo } from "node:net";
import { generate } from "selfsigned";
import { SMTPServer, type SMTPServerOptions } from "smtp-server";

const certificate = await generate([{ name: "commonName", value: "test" }], {
  algorithm: "sha256",
  keyType: "ec",
  extensions: [
    { name: "basicConstraints", cA: true },
    { name: "subjectAltName", altNames: [{ type: 7, ip: "127.0.0.2" }] },
  ],
});
/** The CA of the server's certificate, which is for 127.0.0.2. */
export const smtpCa = certificate.cert;

/** An address on loopback that needs TLS: the product takes only 127.0.0.1 for this machine. */
export const TLS_HOST = "127.0.0.2";

/** A reply other than success, or silence, or the end of the connection. */
export type Misbehaviour = { readonly code: number; readonly text: string } | "hang" | "reset";

export interface Behaviour {
  readonly login?: Misbehaviour;
  readonly mailFrom?: Misbehaviour;
  readonly rcptTo?: Misbehaviour;
  /** After the message was received. */
  readonly data?: Misbehaviour;
}

export interface ReceivedMail {
  readonly from: string;
  readonly to: readonly string[];
  readonly user: string | undefined;
  readonly secure: boolean;
  readonly raw: Buffer;
}

export interface MailServer {
  readonly port: number;
  /** All messages that came, also those that were refused after they came. */
  readonly received: readonly ReceivedMail[];
  /** The number of connections so far. */
  connections(): number;
  behave(behaviour: Behaviour): void;
  /** Resolves when so many messages came. */
  came(count: number): Promise<void>;
  close(): Promise<void>;
}

/**
 * Without options, it has neither TLS nor authentication.
 *
 * @param host by default 127.0.0.1, or `TLS_HOST` if there are options
 */
export async function startMailServer(options?: SMTPServerOptions, host?: string): Promise<MailServer> {
  const received: ReceivedMail[] = [];
  let behaviour: Behaviour = {};
  let connections = 0;
  let onMail = () => {};

  const server: SMTPServer = new SMTPServer({
    key: certificate.private,
    cert: certificate.cert,
    authOptional: true,
    disabledCommands: ["AUTH", "STARTTLS"],
    disableReverseLookup: true,
    logger: false,
    ...options,
    onConnect(_session, done) {
      connections += 1;
      done();
    },
    onAuth({ username }, _session, done) {
      answer(behaviour.login, (err) => (err ? done(err) : done(null, { user: username ?? "" })));
    },
    onMailFrom: (_address, _session, done) => answer(behaviour.mailFrom, done),
    onRcptTo: (_address, _session, done) => answer(behaviour.rcptTo, done),
    async onData(stream, session, done) {
      const raw = Buffer.concat(await stream.toArray());
      const { mailFrom, rcptTo } = session.envelope;
      const from = mailFrom === false ? "" : mailFrom.address;
      const to = rcptTo.map(({ address }) => address);
      received.push({ from, to, raw, user: session.user as string | undefined, secure: session.secure });
      onMail();
      answer(behaviour.data, done);
    },
  });
  server.on("error", () => {});
  const address = host ?? (options === undefined ? "127.0.0.1" : TLS_HOST);
  await new Promise<void>((resolve) => server.listen(0, address, resolve));

  function answer(misbehaviour: Misbehaviour | undefined, done: (err?: Error | null) => void): void {
    if (misbehaviour === undefined) done();
    else if (misbehaviour === "reset") for (const one of server.connections) one._socket?.destroy();
    else if (misbehaviour !== "hang")
      done(Object.assign(new Error(misbehaviour.text), { responseCode: misbehaviour.code }));
  }

  return {
    port: (server.server.address() as AddressInfo).port,
    received,
    connections: () => connections,
    behave(next) {
      behaviour = next;
    },
    async came(count) {
      while (received.length < count)
        await new Promise<void>((resolve) => {
          onMail = resolve;
        });
    },
    close: () =>
      new Promise<void>((resolve) => {
        for (const one of server.connections) one._socket?.destroy();
        server.close(() => resolve());
      }),
  };
}
