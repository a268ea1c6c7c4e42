/** The steps that no single Redis command does. Each touches one key, so each runs on a Redis Cluster. */
import { createHash } from "node:crypto";

export interface Script {
  readonly text: string;
  readonly sha1: string;
}

/** Compare and set, keeping the expiry. ARGV: expected, next. Returns 1 or 0. */
export const replaceScript = script(`
  if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 0 end
  redis.call('SET', KEYS[1], ARGV[2], 'KEEPTTL')
  return 1
`);

/**
 * Adds to a bounded sorted set whose scores are expiry times in microseconds.
 * ARGV: member, lifetime in ms, limit. Returns the dropped members.
 */
export const collectScript = script(`
  local time = redis.call('TIME')
  local now = tonumber(time[1]) * 1000000 + tonumber(time[2])
  redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', string.format('%.0f', now))

  redis.call('ZREM', KEYS[1], ARGV[1])
  local surplus = redis.call('ZCARD', KEYS[1]) - tonumber(ARGV[3]) + 1

  local dropped = {}
  if surplus > 0 then
    local popped = redis.call('ZPOPMIN', KEYS[1], surplus)
    for index = 1, #popped, 2 do dropped[#dropped + 1] = popped[index] end
  end

  redis.call('ZADD', KEYS[1], string.format('%.0f', now + tonumber(ARGV[2]) * 1000), ARGV[1])
  if redis.call('PTTL', KEYS[1]) < tonumber(ARGV[2]) then redis.call('PEXPIRE', KEYS[1], ARGV[2]) end
  return dropped
`);

/**
 * The time, in ms since 1970, at which this was first asked of an empty store, or of this run of its server: one that
 * was restarted, or took over from another, may lack what was written last. A server that may not be asked for its run
 * is taken for the same. The marker never expires.
 */
export const birthScript = script(`
  local info = redis.pcall('INFO', 'server')
  local run = type(info) == 'string' and string.match(info, 'run_id:(%x+)') or 'unknown'
  local held = redis.call('GET', KEYS[1])
  local born, of = string.match(held or '', '^(%d+) (%x+)$')
  if born and (run == 'unknown' or of == run) then return born end
  if held and run == 'unknown' then return held end

  local time = redis.call('TIME')
  born = string.format('%.0f', tonumber(time[1]) * 1000 + math.ceil(tonumber(time[2]) / 1000))
  redis.call('SET', KEYS[1], run == 'unknown' and born or born .. ' ' .. run)
  return born
`);

function script(text: string): Script {
  // SHA-1 is how Redis names a script, nothing rests on it.
  return { text, sha1: createHash("sha1").update(text).digest("hex") };
}
