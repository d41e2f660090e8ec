import { closeSync, openSync, writeSync } from 'node:fs';

const SERVICES = ['checkout', 'payments', 'cart', 'auth', 'search', 'inventory', 'gateway', 'notifier'];
const PATHS = [
  '/api/v1/orders',
  '/api/v1/cart/items',
  '/api/v1/users/me',
  '/healthz',
  '/api/v2/search',
  '/login',
];
const LINES_PER_WRITE = 5000;
const DEBUG_SHARE = 0.3;

/** Seeded xorshift generator, so that every run sends the same lines. */
function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state ^= state << 13;
    state >>>= 0;
    state ^= state >>> 17;
    state ^= state << 5;
    state >>>= 0;
    return state / 4_294_967_296;
  };
}

type Fields = Record<string, unknown>;

/** The same event from another program: shuffled, missing, extra and nested keys. */
function untidied(event: Fields, random: () => number): Fields {
  const order = Object.keys(event)
    .map((key) => ({ key, at: random() }))
    .sort((a, b) => a.at - b.at);
  const varied: Fields = {};
  for (const { key } of order)
    if (!['trace_id', 'method', 'path'].includes(key) || random() >= 0.4) varied[key] = event[key];
  for (let n = 0; n < 2; n++) varied[`attr_${Math.floor(random() * 40)}`] = `v${Math.floor(random() * 1000)}`;
  varied.ctx = { user: { id: Math.floor(random() * 1e5), plan: 'pro' }, tags: ['a', 'b'] };
  if (random() < 0.05) varied.msg = `${event.msg} — naïve ünïcode ✓`;
  return varied;
}

/** Keys are equal (about 290 bytes a line) or untidy (about 340). Returns how many lines are not debug, and how many are errors. */
export function writeJsonLines(
  path: string,
  count: number,
  keys: 'same' | 'untidy' = 'same',
): { kept: number; errors: number } {
  const random = seeded(0x9e3779b9);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!;
  const hex = (length: number) =>
    Array.from({ length }, () => '0123456789abcdef'[Math.floor(random() * 16)]).join('');
  const file = openSync(path, 'w');
  const pending: string[] = [];
  let time = Date.UTC(2026, 0, 1);
  let kept = 0;
  let errors = 0;
  const flush = () => {
    const text = pending.join('');
    writeSync(file, text);
    pending.length = 0;
  };
  for (let sequence = 0; sequence < count; sequence++) {
    time += Math.floor(random() * 3);
    const share = random();
    const level = share < DEBUG_SHARE ? 'debug' : share < 0.85 ? 'info' : share < 0.95 ? 'warn' : 'error';
    const event = {
      ts: new Date(time).toISOString(),
      level,
      service: pick(SERVICES),
      host: `ip-10-0-${Math.floor(random() * 16)}-${Math.floor(random() * 250)}`,
      trace_id: hex(32),
      method: pick(['GET', 'GET', 'POST', 'PUT']),
      path: pick(PATHS),
      status: pick([200, 200, 200, 201, 304, 404, 500]),
      duration_ms: Math.round(random() * 90_000) / 100,
      client_ip: `203.0.113.${Math.floor(random() * 250)}`,
      msg: `request completed in ${Math.floor(random() * 100_000)} ms, session refreshed`,
      seq: sequence,
    };
    const line = `${JSON.stringify(keys === 'same' ? event : untidied(event, random))}\n`;
    if (level !== 'debug') kept++;
    if (level === 'error') errors++;
    pending.push(line);
    if (pending.length === LINES_PER_WRITE) flush();
  }
  flush();
  closeSync(file);
  return { kept, errors };
}
