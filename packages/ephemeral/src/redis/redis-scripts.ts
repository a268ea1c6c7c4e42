/** Lua scripts, for operations that no single Redis command does. */
import { createHash } from "node:crypto";

export interface Script {
  /** What traces call it. */
  readonly name: string;
  readonly text: string;
  readonly sha1: string;
}

/**
 * Each script begins with this. Its last argument is the time until which a caller waits for the answer, in ms since
 * 1970 on the server's clock; empty if that clock is not known yet. A server that stood still changes nothing for a
 * call that was given up. The answer begins with the server's time.
 */
const IN_TIME = `
  local clock = redis.call('TIME')
  local now = tonumber(clock[1]) * 1000000 + tonumber(clock[2])
  local ms = string.format('%.0f', now / 1000)
  local deadline = ARGV[#ARGV]
  if deadline ~= '' and now > tonumber(deadline) * 1000 then
    return redis.error_reply('LATE the call came after its deadline')
  end
`;

/**
 * `EphemeralStore.apply`. ARGV holds the steps one after another, each with its name and its arguments. KEYS holds the
 * stored names in the order in which the steps use them. The scores of a set are expiry times in microseconds.
 *
 * Returns: the server's time, 1 when every step was done, the milliseconds that the first refused counter has left,
 * whether that refusal is the first of its window, the value taken, and then the members that sets dropped.
 */
export const stepsScript = script(
  "steps",
  `
  local keys, args = 0, 0
  local function key() keys = keys + 1 return KEYS[keys] end
  local function arg() args = args + 1 return ARGV[args] end
  local taken, dropped = false, {}
  local function answer(done, left, first)
    local outcome = { ms, done, left or false, first or 0, taken }
    for _, member in ipairs(dropped) do outcome[#outcome + 1] = member end
    return outcome
  end

  local steps = {}

  -- The names and the arguments of counters, and what each holds: one command reads all of them.
  local function counters(arguments)
    local names, given = {}, {}
    for index = 1, tonumber(arg()) do
      names[index], given[index] = key(), {}
      for at = 1, arguments do given[index][at] = arg() end
    end
    return names, given, redis.call('MGET', unpack(names))
  end

  function steps.count()
    local left, first
    local names, given, held = counters(3)
    for index, name in ipairs(names) do
      local points, most, window = tonumber(given[index][1]), tonumber(given[index][2]), given[index][3]
      local total = points
      if held[index] and tonumber(held[index]) > 0 then total = redis.call('INCRBY', name, points)
      else redis.call('SET', name, points, 'PX', window) end
      if total > most and not left then
        left = redis.call('PTTL', name)
        first = total - points <= most and 1 or 0
      end
    end
    if left then return answer(0, left, first) end
  end

  function steps.refund()
    local names, given, held = counters(1)
    local ended = {}
    for index, name in ipairs(names) do
      local points = given[index][1]
      if not held[index] or tonumber(held[index]) <= tonumber(points) then ended[#ended + 1] = name
      else redis.call('DECRBY', name, points) end
    end
    if #ended > 0 then redis.call('DEL', unpack(ended)) end
  end

  function steps.put()
    local name, value, lifetime = key(), arg(), arg()
    redis.call('SET', name, value, 'PX', lifetime)
  end

  function steps.take()
    taken = redis.call('GETDEL', key())
    if not taken then return answer(0) end
  end

  function steps.replace()
    local name, expected, value, lifetime = key(), arg(), arg(), arg()
    if redis.call('GET', name) ~= expected then return answer(0) end
    if lifetime == '' then redis.call('SET', name, value, 'KEEPTTL')
    else redis.call('SET', name, value, 'PX', lifetime) end
  end

  function steps.remove()
    redis.call('DEL', key())
  end

  function steps.collect()
    local name, member, lifetime, limit = key(), arg(), tonumber(arg()), tonumber(arg())
    redis.call('ZREMRANGEBYSCORE', name, '-inf', string.format('%.0f', now))
    local expires = string.format('%.0f', now + lifetime * 1000)
    redis.call('ZADD', name, expires, member)

    local surplus = redis.call('ZCARD', name) - limit
    if surplus > 0 then
      redis.call('ZREM', name, member)
      local popped = redis.call('ZPOPMIN', name, surplus)
      for index = 1, #popped, 2 do dropped[#dropped + 1] = popped[index] end
      redis.call('ZADD', name, expires, member)
    end
    -- The set outlives its members by up to a lifetime, so that not every call writes its expiry.
    if redis.call('PTTL', name) < lifetime then redis.call('PEXPIRE', name, 2 * lifetime) end
  end

  function steps.discard()
    local name, member = key(), arg()
    redis.call('ZREM', name, member)
  end

  while args < #ARGV - 1 do
    local failure = steps[arg()]()
    if failure then return failure end
  end
  return answer(1)
`,
);

/**
 * A Lua function: the time, in ms since 1970, at which it first ran on an empty store or in this run of its server. A
 * server that restarted, or took over from another, may lack the latest writes. If the server does not permit asking
 * for its run, the run is assumed to be the same. The marker never expires.
 */
const BIRTH = `
  local function birth(marker)
    local info = redis.pcall('INFO', 'server')
    local run = type(info) == 'string' and string.match(info, 'run_id:(%x+)') or 'unknown'
    local held = redis.call('GET', marker)
    local born, of = string.match(held or '', '^(%d+) (%x+)$')
    if born and (run == 'unknown' or of == run) then return born end
    if held and run == 'unknown' then return held end

    born = string.format('%.0f', math.ceil(now / 1000))
    redis.call('SET', marker, run == 'unknown' and born or born .. ' ' .. run)
    return born
  end
`;

/** The birth of the part of the store whose marker is KEYS[1]. */
export const birthScript = script("birth", `${BIRTH} return { ms, birth(KEYS[1]) }`);

/**
 * `EphemeralStore.remember`: the birth of the key's part, whose marker is KEYS[1], or nil if KEYS[2] exists. ARGV[2] is
 * the time since which the caller needs it to remember, or empty.
 */
export const rememberScript = script(
  "remember",
  `${BIRTH}
  if ARGV[2] ~= '' and redis.call('EXISTS', KEYS[2]) == 0 then
    local born = birth(KEYS[1])
    if tonumber(born) > tonumber(ARGV[2]) then return { ms, born } end
  end
  if not redis.call('SET', KEYS[2], '', 'PX', ARGV[1], 'NX') then return { ms, false } end
  return { ms, birth(KEYS[1]) }
`,
);

function script(name: string, body: string): Script {
  const text = `${IN_TIME}${body}`;
  // Redis names a script by its SHA-1; no security depends on it.
  return { name, text, sha1: createHash("sha1").update(text).digest("hex") };
}
