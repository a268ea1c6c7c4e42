/**
 * For tests of limits: slow answers of a peer. Each answer is written to the socket directly, so that no limit of a
 * server library ends it.
 */
import type { Socket } from "node:net";

/** The interval is shorter than any idle limit in a test, and the whole answer takes minutes. */
const DRIP_MS = 40;

export type SlowAnswer = (socket: Socket, mediaType: string) => void;

const headOf = (mediaType: string) => `HTTP/1.1 200 OK\r\ncontent-type: ${mediaType}\r\ncontent-length: 5000\r\n\r\n`;

function drip(socket: Socket, text: string): void {
  const timer = setInterval(() => socket.write(text), DRIP_MS);
  socket.on("close", () => clearInterval(timer));
}

/** The slow answers: a description of each, and its function. */
export const slowAnswers: readonly (readonly [what: string, answer: SlowAnswer])[] = [
  ["never answers", () => {}],
  ["sends headers, and then nothing", (socket, mediaType) => socket.write(headOf(mediaType))],
  [
    "sends a body byte by byte",
    (socket, mediaType) => {
      socket.write(headOf(mediaType));
      drip(socket, " ");
    },
  ],
  [
    "sends a header byte by byte",
    (socket) => {
      socket.write("HTTP/1.1 200 OK\r\nx-slow: ");
      drip(socket, "x");
    },
  ],
  [
    "sends one interim answer after the other",
    (socket) => drip(socket, "HTTP/1.1 103 Early Hints\r\nlink: <x>\r\n\r\n"),
  ],
];
