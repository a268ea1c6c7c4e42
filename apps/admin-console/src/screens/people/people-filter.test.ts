import { afterEach, describe, expect, it } from "vitest";
import { answersWith } from "../../testing/answers.ts";
import { startConsole, type TestConsole } from "../../testing/console.ts";

let console: TestConsole;
afterEach(() => console.close());

const ROLE = "00000000-0000-4000-8000-000000000001";
const asked = () => console.sent.findLast(({ operation }) => operation === "listPeople")?.input;
const start = async (scopes: readonly string[] = ["people:read", "roles:read"], answers = {}) => {
  console = await startConsole({ scopes, answers: { ...answersWith("alice"), ...answers } });
};

describe("ad.6: the filters of people in the console", () => {
  it("each goes to the API, and stays in the form and in the next page", async () => {
    await start();
    const query = `q=al&status=disabled&role=${ROLE}&factor=none&created_after=2030-01-02&sort=-created_at`;
    const html = await (await console.get(`/people?${query}`)).text();
    expect(asked()).toMatchObject({
      query: {
        ...{ q: "al", status: "disabled", role: ROLE, factor: "none", sort: "-created_at" },
        created_after: "2030-01-02T00:00:00.000Z",
      },
    });
    for (const [name, value] of Object.entries({
      ...{ status: "disabled", role: ROLE, factor: "none", sort: "-created_at", created_after: "2030-01-02" },
    })) {
      expect(html).toContain(`<input type="hidden" name="${name}" value="${value}">`);
    }
    // A filter that is set is a link that removes it, and nothing else.
    expect(html).toContain(`href="/people?${query.replace("status=disabled&", "").replaceAll("&", "&amp;")}"`);
    expect(html).toContain(`/people?${query.replaceAll("&", "&amp;")}&amp;cursor=next`);
  });

  it("what the API would refuse is left out", async () => {
    await start();
    const query = "status=any&role=x&factor=password&created_after=2030-02-40&sort=password_hash&q=%20";
    expect((await console.get(`/people?${query}`)).status).toBe(200);
    expect(asked()).toEqual({ query: { limit: 25, with_total: "yes" } });
  });

  it("co.2: who may not read roles is not offered them", async () => {
    await start(["people:read"]);
    const html = await (await console.get(`/people?role=${ROLE}`)).text();
    expect(html).not.toContain('name="role"');
    expect(asked()).toEqual({ query: { limit: 25, with_total: "yes" } });
  });

  it("each row says with what the user signs in, or that nothing is set up", async () => {
    const { listPeople } = answersWith("alice");
    const [alice] = (listPeople as { items: readonly object[] }).items;
    await start(undefined, { listPeople: { items: [alice, { ...alice, signs_in_with: [] }] } });
    const html = await (await console.get("/people")).text();
    expect(html).toContain("Passkey · Password · App");
    expect(html).toContain("Not set up");
  });

  it("a page that found few says that the list goes on", async () => {
    await start(undefined, { listPeople: { items: [], next_cursor: "next" } });
    const html = await (await console.get("/people?factor=none")).text();
    expect(html).toContain("The next page looks further");
    expect(html).toContain('id="next"');
  });
});
