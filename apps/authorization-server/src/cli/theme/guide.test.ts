import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { readLooks } from "@countersign/rules";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const ROOT = fileURLToPath(new URL("../../../../..", import.meta.url));
const MAIN = fileURLToPath(new URL("../main.ts", import.meta.url));
const PREVIEW = "countersign theme preview views";

let folder: string;
let guide: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "pages-guide-"));
  await symlink(join(ROOT, "apps"), join(folder, "apps"));
  guide = await readFile(join(ROOT, "docs", "pages.md"), "utf8");
});
afterAll(() => rm(folder, { recursive: true }));

const blocks = () => [...guide.matchAll(/^```sh\n(.*?)^```$/gms)].map(([, text = ""]) => text);

describe("docs/pages.md: its commands run as it says", () => {
  it("a folder is begun, checked, previewed, and gets a template", async () => {
    const commands = blocks().filter((text) => !text.includes("curl"));
    expect(commands.join("").match(/^countersign theme check views$/gm)).toHaveLength(2);
    const script = commands.join("\n").replace(`${PREVIEW}\n`, "");
    expect(script).not.toContain(PREVIEW);
    const node = `countersign() { "${process.execPath}" "${MAIN}" "$@"; }`;
    const { stdout } = await promisify(execFile)("bash", ["-euc", `${node}\n${script}`], { cwd: folder });
    expect(stdout.match(/pages are fine in 5 languages/g)).toHaveLength(2);

    const child = spawn(process.execPath, [MAIN, ...PREVIEW.split(" ").slice(1), "--port", "0"], { cwd: folder });
    const [line] = await once(child.stdout, "data");
    const [, url = ""] = /at (\S+)/.exec(String(line)) ?? [];
    expect(await (await fetch(`${url}auto/en/login/4`)).text()).toContain("Come aboard");
    child.kill();
    await once(child, "exit");
  }, 60_000);

  it("the settings that it shows are accepted", () => {
    const [, body = ""] = /-d '(\{.*?\})'/.exec(guide) ?? [];
    expect(readLooks(JSON.parse(body))).toEqual({ looks: JSON.parse(body) });
  });
});
