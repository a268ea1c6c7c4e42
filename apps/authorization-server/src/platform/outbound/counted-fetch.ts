/** What operators see of the requests that go out: whether the services of others answer, and how long they take. */
import { type Measure, openTally } from "@countersign/service";
import type { GuardedFetch } from "./guarded-fetch.ts";
import type { FetchKind } from "./slots.ts";

/** The fetcher, and what is measured of its requests. Without an answer, and with one of 5xx, it failed. */
export function countedFetch(fetcher: GuardedFetch): {
  readonly outbound: GuardedFetch;
  readonly measures: readonly Measure[];
} {
  const requests = openTally({
    name: "outbound_requests_total",
    help: "Requests to the services of others, by what they are for and whether these answered",
    labelNames: ["kind", "result"],
    from: STARTING,
  });
  const seconds = openTally({
    name: "outbound_seconds_total",
    help: "The time that these requests took, all together",
    labelNames: ["kind"],
  });

  async function counted<T>(kind: FetchKind, sent: () => Promise<T>, status: (answer: T) => number): Promise<T> {
    const startedAt = performance.now();
    let result = "failed";
    try {
      const answer = await sent();
      if (status(answer) < 500) result = "answered";
      return answer;
    } finally {
      requests.count({ kind, result });
      seconds.count({ kind }, (performance.now() - startedAt) / 1000);
    }
  }

  return {
    outbound: {
      get: (url, wanted) => counted(wanted.kind, () => fetcher.get(url, wanted), OK),
      postForm: (url, fields) => counted("logout", () => fetcher.postForm(url, fields), itself),
      post: (url, sent) => counted(sent.kind, () => fetcher.post(url, sent), itself),
      exchange: (url, sent) =>
        counted(
          sent.kind,
          () => fetcher.exchange(url, sent),
          ({ status }) => status,
        ),
      mayFetch: fetcher.mayFetch,
      close: fetcher.close,
    },
    measures: [requests.measure, seconds.measure],
  };
}

const STARTING = ["federation", "keys"].flatMap((kind) => ["answered", "failed"].map((result) => ({ kind, result })));

/** Documents are refused unless the answer is 200. */
const OK = () => 200;
const itself = (status: number) => status;
