// Builds the images of the services, says what each adds to its base, and refuses one that adds more than its bound.
//   npm run images                                    all of them
//   npm run images -- authorization-server            one
//   npm run images -- --twice                         builds each again without what Docker keeps, and compares all files
//   npm run images -- --pin                           names images of others by their digests, in compose files and Dockerfiles
// It needs Docker. NODE_IMAGE names another base, as in the Dockerfile.
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { giveUp, root, run } from "./bootstrap.mjs";
import { pinImages } from "./pin-images.mjs";
import { read } from "./workspace.mjs";

/** Millions of bytes that an image may have beyond its base. */
const MOST_ADDED = { "authorization-server": 85, "resource-server": 40, "admin-console": 85 };
/** What V8 made of the code has other bytes in each build: decision 266. */
const DIFFERS = /^app\/compile-cache\//;
/** As the Dockerfile names it, perhaps with a digest. */
const BASE = process.env.NODE_IMAGE ?? /^ARG NODE_IMAGE=(.+)$/m.exec(read("Dockerfile"))[1];

const docker = (...args) => execFileSync("docker", args, { encoding: "utf8", maxBuffer: 2 ** 28 }).trim();
const sizeOf = (image) => Number(docker("image", "inspect", "--format", "{{.Size}}", image)) / 1e6;

async function build(service, tag, ...options) {
  const named = ["--build-arg", `SERVICE=${service}`, "--build-arg", `NODE_IMAGE=${BASE}`, "--tag", tag];
  if ((await run("docker", ["build", "--quiet", ...named, ...options, root])) !== 0)
    giveUp(`The image of the ${service} could not be built.`);
}

/** Each file of an image below /app: its path with its mode, its owner, and a hash of what is in it. */
function filesOf(image) {
  const list = `find /app \\( -type f -o -type l \\) -printf '%m %u %y %p %l\\n' | sort -k4; find /app -type f -exec sha256sum {} + | sort -k2`;
  const lines = docker("run", "--rm", "--network=none", "--entrypoint=sh", image, "-c", list).split("\n");
  return lines.filter((line) => !DIFFERS.test(line.slice(line.indexOf("/app") + 1)));
}

/** How many lines there are, and those that only one of two lists has. */
function compared(first, second) {
  const [one, other] = [new Set(first), new Set(second)];
  return [...first.filter((line) => !other.has(line)), ...second.filter((line) => !one.has(line))];
}

const args = process.argv.slice(2);
if (args.includes("--pin")) {
  pinImages(console.log);
  process.exit();
}
const asked = args.filter((arg) => !arg.startsWith("--"));
const unknown = asked.filter((name) => !(name in MOST_ADDED));
if (unknown.length > 0) giveUp(`There is no image ${unknown.join(", ")}: ${Object.keys(MOST_ADDED).join(", ")}.`);

const problems = [];
for (const service of asked.length > 0 ? asked : Object.keys(MOST_ADDED)) {
  const image = `countersign/${service}`;
  await build(service, image);
  const added = sizeOf(image) - sizeOf(BASE);
  const most = MOST_ADDED[service];
  console.log(`${image}: ${sizeOf(image).toFixed(0)} MB, ${added.toFixed(1)} of them beyond ${BASE} (at most ${most})`);
  if (added > most) problems.push(`${image} adds more than ${most} MB to ${BASE}.`);
  if (!args.includes("--twice")) continue;

  const again = `${image}:again`;
  await build(service, again, "--no-cache");
  const [first, second] = [filesOf(image), filesOf(again)];
  const differing = compared(first, second);
  const digest = createHash("sha256").update(first.join("\n")).digest("hex");
  if (differing.length === 0) console.log(`${image}: the same files in both builds, sha256 ${digest}`);
  else problems.push(`${image}: ${differing.length} lines differ:\n${differing.slice(0, 20).join("\n")}`);
}
for (const problem of problems) console.error(problem);
process.exit(problems.length > 0 ? 1 : 0);
