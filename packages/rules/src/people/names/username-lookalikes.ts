/**
 * Letters that look like an ASCII letter, or like a letter of another script. They are from confusables.txt of Unicode
 * UTS #39: those that a username may have, in lower case. Right-to-left letters are written as escapes.
 */
const LIKE: readonly (readonly [string, string])[] = [
  ["a", "ɑαа"],
  ["c", "сᴄ"],
  ["d", "ԁ"],
  ["e", "еҽꬲ"],
  ["f", "քẝꬵ"],
  ["g", "ƍɡցᶃ"],
  ["h", "һհ"],
  ["i", "ɩɪιіꙇ"],
  ["j", "ϳј"],
  ["l", "ǀӏ\u05d5\u05df\u0627"],
  ["n", "ոռ"],
  ["o", "οσоօଠంಂംഠංဝჿዐᴏᴑꬽ\u05e1\u0647\u06be\u06c1\u06d5"],
  ["p", "ρр"],
  ["q", "ԛգզ"],
  ["r", "гᴦꭇꭈ"],
  ["s", "ƽѕꜱ"],
  ["ss", "βꞵ"],
  ["u", "ʋυսሀᴜꞟꭎꭒ"],
  ["v", "νѵᴠ\u05d8"],
  ["w", "ɯѡԝաᴡ"],
  ["x", "х"],
  ["y", "ɣʏγуүყᶌỿꭚ"],
  ["z", "ᴢ"],
  ["θ", "ѳө"],
  ["κ", "кĸ"],
  ["π", "пᴨ"],
  ["τ", "тᴛ"],
  ["φ", "фɸ"],
  ["ψ", "ѱ"],
  ["ω", "ꙍꞷ"],
  ["ε", "єԑɛ"],
];

/** The letter that each of these letters looks like. */
export const LOOKALIKES: ReadonlyMap<string, string> = new Map(
  LIKE.flatMap(([letter, others]) => Array.from(others, (other): [string, string] => [other, letter])),
);
