/**
 * A file of SHA-1 hashes of leaked passwords, as the downloader of Pwned Passwords writes it: one hash in upper-case
 * hexadecimal digits on each line, with a colon and a count behind it or without, in ascending order. The file may have
 * many gigabytes. It stays on disk, and each search reads a few short parts of it.
 */
import { createHash } from "node:crypto";
import { type FileHandle, open } from "node:fs/promises";

export interface PasswordListFile {
  /** Whether the hash of this password is in the file. */
  has(password: string): Promise<boolean>;
  close(): Promise<void>;
}

const HASH = /^[0-9A-F]{40}$/;
const HASH_CHARACTERS = 40;
/** No line is longer. */
const LINE_BYTES = 64;

/** Opens the file. Throws if it does not exist, or does not begin with a hash. */
export async function openPasswordListFile(path: string): Promise<PasswordListFile> {
  const file = await open(path, "r");
  try {
    const { size } = await file.stat();
    if (!HASH.test((await lineAt(file, 0)).hash)) throw new Error(`${path} does not begin with a SHA-1 hash`);
    return {
      has: (password) => search(file, size, createHash("sha1").update(password).digest("hex").toUpperCase()),
      close: () => file.close(),
    };
  } catch (err) {
    await file.close();
    throw err;
  }
}

// Binary search by the position of bytes. `low` is always the start of a line, and no line at or behind `high` is
// searched for.
async function search(file: FileHandle, size: number, wanted: string): Promise<boolean> {
  let low = 0;
  let high = size;
  while (low < high) {
    const middle = low + Math.floor((high - low) / 2);
    const start = middle === low ? low : await startOfNextLine(file, middle);
    if (start >= high) {
      // No line starts in the upper half.
      high = middle;
      continue;
    }
    const { hash, next } = await lineAt(file, start);
    if (hash === wanted) return true;
    if (hash < wanted) low = next;
    else high = middle === low ? low : middle;
  }
  return false;
}

/** The first start of a line behind the byte before `position`. */
async function startOfNextLine(file: FileHandle, position: number): Promise<number> {
  const bytes = await read(file, position - 1);
  const end = bytes.indexOf("\n");
  return end === -1 ? Number.POSITIVE_INFINITY : position + end;
}

async function lineAt(file: FileHandle, start: number): Promise<{ readonly hash: string; readonly next: number }> {
  const bytes = await read(file, start);
  const end = bytes.indexOf("\n");
  const next = end === -1 ? Number.POSITIVE_INFINITY : start + end + 1;
  return { hash: bytes.toString("latin1", 0, HASH_CHARACTERS), next };
}

async function read(file: FileHandle, position: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(LINE_BYTES), 0, LINE_BYTES, position);
  return buffer.subarray(0, bytesRead);
}
