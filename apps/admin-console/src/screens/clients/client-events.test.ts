import { afterEach, describe, expect, it } from "vitest";
import { answersWith } from "../../testing/answers.ts";
import { startConsole, type TestConsole } from "../../testing/console.ts";

let console: TestConsole;
afterEach(() => console.close());

describe("the page of an application leads to its events in the audit log", () => {
  const linksOn = async (path: string, scopes: readonly string[]) => {
    const readClient = { ...answersWith("x").readClient, client_id: "a&b" };
    console = await startConsole({ scopes: [...scopes], answers: { ...answersWith("x"), readClient } });
    return (await (await console.get(path)).text()).match(/href="\/audit\?client_id=a%26b"/g) ?? [];
  };

  it.each([
    ["/clients/x", 1],
    ["/clients/x?tab=activity", 2],
  ])("%s", async (path, count) => {
    expect(await linksOn(path, ["clients:read", "audit:read"])).toHaveLength(count);
  });

  it("unless the person may not read it", async () => {
    expect(await linksOn("/clients/x?tab=activity", ["clients:read"])).toEqual([]);
  });
});
