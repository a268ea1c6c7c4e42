// Names the images of others by their digests, in the files that name them. A digest is what a tag stands for now.
import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { read, root, sourceFiles } from "./workspace.mjs";

/** Whether a file of the repository names images. */
export const namesImages = (path) => /^docker-compose[^/]*\.yml$|(?:^|\/)Dockerfile$/.test(path);
/** An image in a compose file, perhaps the default of a variable, and the base in a Dockerfile. */
const NAMED =
  /^(\s*image: (?:\$\{\w+:-)?|ARG NODE_IMAGE=|FROM )([\w./-]+:[\w.-]+)(?:@sha256:[0-9a-f]{64})?(\}?(?: AS \w+)?)$/gm;
const DIGEST = /^sha256:[0-9a-f]{64}$/;

/**
 * The text with the digest of each image, which replaces an older one.
 *
 * @param {(image: string) => string} digestOf `sha256:…` of an image with its tag
 */
export const pinned = (text, digestOf) =>
  text.replaceAll(NAMED, (_, before, image, after) => `${before}${image}@${digestOf(image)}${after}`);

/** Asks the registries by Docker, and writes the files. Our own images have no tag there, and stay as they are. */
export function pinImages(say) {
  const known = new Map();
  const digestOf = (image) => {
    const ask = ["buildx", "imagetools", "inspect", image, "--format", "{{.Manifest.Digest}}"];
    if (known.has(image)) return known.get(image);
    const digest = execFileSync("docker", ask, { encoding: "utf8" }).trim();
    if (!DIGEST.test(digest)) throw new Error(`Docker gave no digest of ${image}.`);
    known.set(image, digest);
    return digest;
  };
  // All are asked before the first file is written.
  const files = sourceFiles()
    .filter(namesImages)
    .map((path) => ({ path, text: pinned(read(path), digestOf) }));
  for (const { path, text } of files) writeFileSync(join(root, path), text);
  for (const [image, digest] of known) say(`${image}@${digest}`);
}
