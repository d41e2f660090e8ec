// Slow: kills the engine between deliveries and answers, several times.

import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { HttpPeer } from '../../src/engine/components/testing/http-peer.ts';
import { eventually } from '../harness/eventually.ts';
import { planOf, sink, source, transform } from './harness/plans.ts';
import { ProcessBench } from './harness/process-bench.ts';

const KILLS = process.env.PENSTOCK_TEST_LONG === '1' ? 50 : 3;
const LINES = 100;
const PARTS = 3;
const PER_WRITE = 30;
const START_MS = 120_000;

/** Keeps documents by id, as Elasticsearch does. */
class Index {
  readonly documents = new Map<string, string>();
  writes = 0;
  /** Takes the next request's documents without answering. */
  isMute = false;
  muted = 0;

  take(body: string): 'hang' | { body: object } {
    const rows = body.trimEnd().split('\n');
    for (let n = 0; n < rows.length; n += 2) {
      this.writes++;
      this.documents.set(JSON.parse(rows[n]!).index._id, rows[n + 1]!);
    }
    if (!this.isMute) return { body: { errors: false } };
    this.muted++;
    return 'hang';
  }
}

let bench: ProcessBench;
let peer: HttpPeer;
beforeEach(async () => {
  bench = new ProcessBench({ restartMaxMs: 200 });
  peer = await new HttpPeer().listen();
});
afterEach(async () => {
  await bench.end();
  await peer.close();
}, 180_000);

const starts = () =>
  bench.reports.filter((report) => report.type === 'state' && report.state === 'running').length;

it.each(['disk', 'memory'])(
  `${KILLS} kills before an answer repeat events with equal ids (%s buffer) [R4]`,
  async (mode) => {
    const index = new Index();
    peer.answer = ({ body }) => index.take(body.toString());
    const path = join(bench.folder, 'in.log');
    appendFileSync(path, '');
    const nodes = [
      source('in', 'file_tail', { path, readFrom: 'beginning' }),
      transform('parse', 'parse_json'),
      transform('unroll', 'unroll', { field: 'parts' }),
      sink(
        'out',
        {
          url: peer.url,
          index: 'logs',
          addTimestamp: false,
          compression: 'none',
          batch: { maxEvents: PER_WRITE, maxBytes: 1 << 20, timeoutMs: 0 },
          buffer: { mode, maxBytes: 16 << 20, whenFull: 'block' },
        },
        'elasticsearch',
      ),
    ];
    await bench.engine.start();
    await bench.engine.deploy(planOf(nodes, ['in>parse', 'parse>unroll', 'unroll>out']));
    const parts = Array.from({ length: PARTS }, (_, n) => n);
    let lines = 0;
    for (let kill = 0; kill < KILLS; kill++) {
      const { muted } = index;
      index.isMute = true;
      const text = Array.from({ length: LINES }, () => `${JSON.stringify({ line: lines++, parts })}\n`);
      appendFileSync(path, text.join(''));
      await eventually(() => expect(index.muted).toBe(muted + 1), START_MS);
      const former = starts();
      process.kill(bench.engine.pid!, 'SIGKILL');
      index.isMute = false;
      await eventually(() => expect(starts()).toBe(former + 1), START_MS);
      await eventually(() => expect(new Set(index.documents.values()).size).toBe(lines * PARTS), START_MS);
      bench.forgetCounters();
    }
    await eventually(() => expect(bench.lastCounters()?.of.out?.eventsBuffered).toBe(0), START_MS);
    const repeated = index.writes - lines * PARTS;
    console.log(
      `R4 ${mode}: ${KILLS} kills, ${lines * PARTS} events, ${repeated} delivered again, 0 twice by id`,
    );
    expect(index.documents.size).toBe(lines * PARTS);
    expect(repeated).toBeGreaterThan(0);
  },
  KILLS * START_MS,
);
