// SHA-256 (FIPS 180-4) for the session iframe, in words that an old script engine knows: there, and on plain http, browsers
// have none to offer.

// FIPS 180-4 §6.2, of text in ASCII, in base64url.
function sha256(text) {
  var words = padded(text);
  var hash = [];
  var constants = [];
  for (var candidate = 2; constants.length < 64; candidate++) {
    if (!isPrime(candidate)) continue;
    if (hash.length < 8) hash.push(fraction(Math.sqrt(candidate)));
    constants.push(fraction(Math.pow(candidate, 1 / 3)));
  }
  for (var at = 0; at < words.length; at += 16) hash = compress(hash, words.slice(at, at + 16), constants);
  return base64url(hash);
}

// FIPS 180-4 §5.1.1.
function padded(text) {
  var words = [];
  var total = ((text.length + 8) >> 6) * 16 + 16;
  for (var w = 0; w < total; w++) words[w] = 0;
  for (var i = 0; i < text.length; i++) words[i >> 2] |= text.charCodeAt(i) << (24 - (i % 4) * 8);
  words[text.length >> 2] |= 0x80 << (24 - (text.length % 4) * 8);
  words[total - 1] = text.length * 8;
  return words;
}

// FIPS 180-4 §6.2.2.
function compress(before, block, constants) {
  var schedule = block;
  var state = before.slice(0);
  for (var t = 0; t < 64; t++) {
    if (t >= 16) {
      var x = schedule[t - 15];
      var y = schedule[t - 2];
      var s0 = rotate(x, 7) ^ rotate(x, 18) ^ (x >>> 3);
      var s1 = rotate(y, 17) ^ rotate(y, 19) ^ (y >>> 10);
      schedule[t] = (schedule[t - 16] + s0 + schedule[t - 7] + s1) | 0;
    }
    var a = state[0];
    var e = state[4];
    var ch = (e & state[5]) ^ (~e & state[6]);
    var maj = (a & state[1]) ^ (a & state[2]) ^ (state[1] & state[2]);
    var t1 = (state[7] + (rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)) + ch + constants[t] + schedule[t]) | 0;
    var t2 = ((rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)) + maj) | 0;
    state = [(t1 + t2) | 0, a, state[1], state[2], (state[3] + t1) | 0, e, state[5], state[6]];
  }
  for (var i = 0; i < 8; i++) state[i] = (state[i] + before[i]) | 0;
  return state;
}

function rotate(word, bits) {
  return (word >>> bits) | (word << (32 - bits));
}

// FIPS 180-4 §4.2.2 and §5.3.3: the first 32 bits of what stands behind the point of roots of the first primes.
function fraction(root) {
  return ((root - Math.floor(root)) * 0x100000000) | 0;
}

function isPrime(number) {
  for (var factor = 2; factor * factor <= number; factor++) if (number % factor === 0) return false;
  return true;
}

function base64url(words) {
  var letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
  var text = "";
  // 256 bits in 43 letters of 6, the last of them with two bits that are none.
  for (var bit = 0; bit < 256; bit += 6) {
    var value = 0;
    for (var i = bit; i < bit + 6; i++) {
      value = value * 2 + (i < 256 ? (words[i >> 5] >>> (31 - (i % 32))) & 1 : 0);
    }
    text += letters.charAt(value);
  }
  return text;
}
