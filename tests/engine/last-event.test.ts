import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { HttpPeer, type Reply } from '../../src/engine/components/testing/http-peer.ts';
import { EngineBench, expectAccounted } from './harness/bench.ts';
import { planOf, sink, source } from './harness/plans.ts';

const BATCH_TIMEOUT_MS = 5000;
/** Allowed time of the last event beyond the batch timeout. */
const ALLOWANCE_MS = 1000;
const PATIENCE_MS = 120_000;

let bench: EngineBench;
let peer: HttpPeer;
beforeEach(async () => {
  // The engine's clock moves only on command; files and sockets take real time.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  bench = new EngineBench();
  peer = await new HttpPeer().listen();
});
afterEach(async () => {
  vi.useRealTimers();
  await bench.end();
  await peer.close();
});

/** Repeats a check with the engine's clock stopped. */
async function soon(check: () => void): Promise<void> {
  for (const deadline = Date.now() + PATIENCE_MS; ; await turn()) {
    try {
      return check();
    } catch (error) {
      if (Date.now() >= deadline) throw error;
    }
  }
}

type Kind = { config(): Record<string, unknown>; delivered(): string; answer?: Reply };
const posted = () => peer.bodies.join('');
const written = () => {
  const names = readdirSync(bench.folder).filter((name) => name.endsWith('.out'));
  return names.map((name) => readFileSync(join(bench.folder, name), 'utf8')).join('');
};
const KINDS: Record<string, Kind> = {
  http: { config: () => ({ url: `${peer.url}/` }), delivered: posted },
  elasticsearch: {
    config: () => ({ url: peer.url, index: 'logs' }),
    delivered: posted,
    answer: { body: { errors: false } },
  },
  s3: {
    config: () => ({ url: peer.url, bucket: 'logs', accessKeyId: 'a', secretAccessKey: 's' }),
    delivered: posted,
  },
  file: { config: () => ({ path: join(bench.folder, 'events.out') }), delivered: written },
};

describe.each(Object.entries(KINDS))('the destination %s', (template, { config, delivered, answer = {} }) => {
  it.each(['memory', 'disk'])(
    `a last event arrives within timeout plus ${ALLOWANCE_MS} ms (%s buffer) [R16]`,
    async (mode) => {
      peer.answer = () => answer;
      const batch = { maxEvents: 1000, maxBytes: 1 << 20, timeoutMs: BATCH_TIMEOUT_MS };
      const buffer = { mode, maxBytes: 16 << 20, whenFull: 'block' };
      const out = sink('out', { ...config(), batch, buffer }, template);
      await bench.engine.deploy(planOf([source('in'), out], ['in>out']));
      await vi.advanceTimersByTimeAsync(10 * BATCH_TIMEOUT_MS);
      const timers = vi.getTimerCount();
      const outcome = bench.components.source('in').push('the last event');
      // The destination waits for more events.
      await soon(() => expect(vi.getTimerCount()).toBeGreaterThan(timers));
      expect(delivered()).toBe('');
      await vi.advanceTimersByTimeAsync(BATCH_TIMEOUT_MS + ALLOWANCE_MS);
      await soon(() => expect(bench.counters('out')).toMatchObject({ eventsOut: 1, eventsBuffered: 0 }));
      expect(delivered()).toContain('the last event');
      expect(await outcome).toBe('accepted');
      expectAccounted(bench.engine.counters());
    },
    2 * PATIENCE_MS,
  );
});
