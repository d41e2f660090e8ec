import { afterEach, beforeEach, expect, it } from 'vitest';
import { certificates, HttpPeer, type Reply } from '../../src/engine/components/testing/http-peer.ts';
import { eventually } from '../harness/eventually.ts';
import { EngineBench, expectAccounted, lines } from './harness/bench.ts';
import { PIPELINE, planOf, sink, source } from './harness/plans.ts';

const ROUNDS = process.env.PENSTOCK_TEST_LONG === '1' ? 170 : 4;
const PATIENCE_MS = 120_000;
/** Fates of successive requests: errors, cut connections, no listener, and TLS aborted in its handshake. */
const MOODS: readonly (Reply | 'tls')[] = [
  { status: 500 },
  { status: 429, headers: { 'retry-after': '0' } },
  'reset',
  { status: 503 },
  'hang',
  'tls',
];

let bench: EngineBench;
let peer: HttpPeer;
beforeEach(async () => {
  bench = new EngineBench();
  peer = new HttpPeer(certificates.server);
  await peer.listen();
});
afterEach(async () => {
  await bench.end();
  await peer.close();
});

it.each(['memory', 'disk'])(
  `${MOODS.length} faults, ${ROUNDS} times each, lose and reorder nothing (%s buffer) [R7]`,
  async (mode) => {
    const taken: string[] = [];
    let mood: Reply | undefined;
    peer.answer = ({ body }) => {
      const failure = mood;
      mood = undefined;
      if (failure) return failure;
      for (const [line] of body.toString().matchAll(/line \d+/g)) taken.push(line);
      return {};
    };
    const buffer = { mode, maxBytes: 16 << 20, whenFull: 'block' };
    const batch = { maxEvents: 10, maxBytes: 1 << 20, timeoutMs: 0 };
    const tls = { tls: 'own', tlsCa: certificates.ca };
    const config = { url: `${peer.url}/`, ...tls, buffer, batch, timeoutSeconds: 1 };
    await bench.engine.deploy(planOf([source('in'), sink('out', config, 'http')], ['in>out']));
    const input = bench.components.source('in');
    let sent = 0;
    for (let round = 0; round < ROUNDS; round++)
      for (const failure of MOODS) {
        const { retries } = bench.engine.gauges()[PIPELINE]!.out!;
        if (failure === 'tls') peer.refuseTls(true);
        else mood = failure;
        const outcome = input.push(...lines(10, sent));
        sent += 10;
        if (failure === 'tls') {
          const isRefused = () =>
            expect(bench.engine.gauges()[PIPELINE]!.out!.retries).toBeGreaterThan(retries);
          await eventually(isRefused, PATIENCE_MS);
          peer.refuseTls(false);
        }
        await eventually(() => expect(taken).toHaveLength(sent), PATIENCE_MS);
        expect(await outcome).toBe('accepted');
        expect(mood).toBeUndefined();
      }
    expect(taken).toEqual(lines(sent));
    // Counts as delivered once the answer arrives.
    await eventually(() => expect(bench.counters('out')).toMatchObject({ eventsOut: sent }), PATIENCE_MS);
    expect(bench.counters('out')).toMatchObject({ eventsIn: sent, eventsDropped: 0 });
    expectAccounted(bench.engine.counters());
  },
  3_600_000,
);
