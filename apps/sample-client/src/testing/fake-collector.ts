/** An OpenTelemetry collector, which takes traces over HTTP in JSON. */
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

export interface ReceivedSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
}

export interface FakeCollector {
  readonly url: string;
  readonly spans: readonly ReceivedSpan[];
  /** Everything that was received. */
  text(): string;
  close(): void;
}

interface Exported {
  readonly resourceSpans: readonly {
    readonly scopeSpans: readonly { readonly spans: readonly ReceivedSpan[] }[];
  }[];
}

export async function runFakeCollector(): Promise<FakeCollector> {
  const bodies: string[] = [];
  const server = createServer(async (req, res) => {
    let body = "";
    for await (const chunk of req) body += chunk;
    bodies.push(body);
    res.setHeader("content-type", "application/json").end("{}");
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    get spans() {
      const exported = bodies.map((body) => JSON.parse(body) as Exported);
      return exported.flatMap((one) => one.resourceSpans.flatMap((of) => of.scopeSpans.flatMap(({ spans }) => spans)));
    },
    text: () => bodies.join("\n"),
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
