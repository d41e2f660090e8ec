import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { elasticsearchSink } from '../../src/engine/components/sinks/elasticsearch/sink.ts';
import { freePort, jsonBatch, SinkProbe } from '../../src/engine/components/testing/contexts.ts';
import type { RunningSink } from '../../src/engine/components/types.ts';
import { planOf, sink, source } from '../engine/harness/plans.ts';
import { ProcessBench } from '../engine/harness/process-bench.ts';
import { eventually } from '../harness/eventually.ts';
import { OPENSEARCH, OpenSearch } from './opensearch.ts';

const COUNT = 1000;
const PATIENCE_MS = 180_000;
const server = new OpenSearch();
beforeAll(() => server.begin(), 600_000);
afterAll(() => server.end());

let running: RunningSink | null = null;
afterEach(async () => {
  await running?.close();
  running = null;
});
const open = async (config: Record<string, unknown>) => {
  running = await elasticsearchSink.open({ url: server.url, ...config }, new SinkProbe().context);
  return running;
};
const event = (n: number) => ({ n, message: `line ${n} ü`, nested: { a: [1, 2], b: { c: 'ü' } } });
const events = (from: number, to: number) => Array.from({ length: to - from }, (_, i) => event(from + i));

describe(`${OPENSEARCH} as a receiver`, () => {
  it(`${COUNT} of ${COUNT} events are documents, with @timestamp`, async () => {
    const out = await open({ index: 'logs' });
    for (let from = 0; from < COUNT; from += 100) {
      const receipt = await out.write(jsonBatch(...events(from, from + 100)));
      expect(receipt).toMatchObject({ bytes: expect.any(Number) });
      expect([receipt.refused ?? [], receipt.later]).toEqual([[], undefined]);
    }
    const found = await server.read('logs');
    expect(found.map(({ '@timestamp': _, ...rest }) => rest)).toEqual(events(0, COUNT));
    expect(found[0]).toMatchObject({ '@timestamp': expect.stringMatching(/^\d{4}-.*Z$/) });
  });

  it('an event sent twice with an id is one document', async () => {
    const out = await open({ index: 'ids', idField: 'id' });
    for (let twice = 0; twice < 2; twice++)
      await out.write(jsonBatch({ n: 1, id: 'a' }, { n: 2, id: 'b "ü"' }));
    expect((await server.read('ids')).map(({ n }) => n)).toEqual([1, 2]);
  });

  it('a data stream takes events, and an id that is there counts as delivered', async () => {
    const template = { index_patterns: ['stream-*'], data_stream: {} };
    await server.call('PUT', '/_index_template/streams', template);
    const out = await open({ index: 'stream-app', mode: 'data_stream', idField: 'id' });
    for (let twice = 0; twice < 2; twice++) {
      const receipt = await out.write(jsonBatch({ n: 1, id: 'a' }, { n: 2, id: 'b' }));
      expect([receipt.refused ?? [], receipt.later]).toEqual([[], undefined]);
    }
    expect((await server.read('stream-app')).map(({ n }) => n)).toEqual([1, 2]);
  });

  it('an event against the mapping is refused alone, with the reason of the index', async () => {
    await server.call('PUT', '/strict', { mappings: { properties: { n: { type: 'integer' } } } });
    const out = await open({ index: 'strict' });
    const receipt = await out.write(jsonBatch({ n: 1 }, { n: 'many' }, { n: 3 }));
    expect(receipt.refused).toMatchObject([
      { event: 1, problem: { errorName: expect.stringContaining('Refused:') } },
    ]);
    expect(receipt.refused?.[0]?.problem.message).toContain('many');
    expect((await server.read('strict')).map(({ n }) => n)).toEqual([1, 3]);
  });

  it('a name that no index may have is refused', async () => {
    const refused = await (await open({ index: '_hidden' })).write(jsonBatch({ n: 1 }));
    expect(refused.refused).toHaveLength(1);
  });

  it.each<[string, () => Promise<unknown>, () => Promise<unknown>]>([
    ['closed', () => server.call('POST', '/shut/_close'), () => server.call('POST', '/shut/_open')],
    [
      'blocked for writing',
      () => server.call('PUT', '/shut/_settings', { 'index.blocks.write': true }),
      () => server.call('PUT', '/shut/_settings', { 'index.blocks.write': false }),
    ],
    [
      'missing and may not be made',
      async () => {
        await server.call('DELETE', '/shut');
        await server.call('PUT', '/_cluster/settings', {
          transient: { 'action.auto_create_index': 'false' },
        });
      },
      () => server.call('PUT', '/_cluster/settings', { transient: { 'action.auto_create_index': null } }),
    ],
  ])('events wait while their index is %s', async (_, shut, unshut) => {
    await server.call('PUT', '/shut', {}).catch(() => {});
    const out = await open({ index: 'shut' });
    await shut();
    try {
      const receipt = await out.write(jsonBatch({ n: 1 }));
      expect([receipt.refused ?? [], receipt.later?.events]).toEqual([[], [0]]);
    } finally {
      await unshut();
    }
    const receipt = await out.write(jsonBatch({ n: 1 }));
    expect([receipt.refused ?? [], receipt.later]).toEqual([[], undefined]);
  });

  it('none is lost or doubled while the server and the engine are killed [R1]', async () => {
    const bench = new ProcessBench({ restartMaxMs: 100 });
    const port = await freePort();
    const buffer = { mode: 'disk', maxBytes: 64 << 20, whenFull: 'block' };
    const batch = { maxEvents: 200, timeoutMs: 20 };
    const out = { url: server.url, index: 'killed', idField: 'n', buffer, batch };
    let sent = 0;
    const post = async (until: number): Promise<void> => {
      while (sent < until) {
        const body = events(sent, sent + 100)
          .map((one) => `${JSON.stringify(one)}\n`)
          .join('');
        const headers = { 'content-type': 'application/x-ndjson' };
        const answer = await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', body, headers }).catch(
          () => null,
        );
        if (answer?.ok) sent += 100;
        else await delay(50);
      }
    };
    try {
      await bench.engine.start();
      await bench.engine.deploy(
        planOf([source('in', 'http_server', { port }), sink('out', out, 'elasticsearch')], ['in>out']),
      );
      await post(2000);
      await server.kill();
      await post(4000);
      process.kill(bench.engine.pid!, 'SIGKILL');
      await post(6000);
      await server.start();
      await post(8000);
      process.kill(bench.engine.pid!, 'SIGKILL');
      await post(9000);
      const numbers = Array.from({ length: 9000 }, (_, n) => n);
      await eventually(
        async () => expect((await server.read('killed')).map(({ n }) => n)).toEqual(numbers),
        PATIENCE_MS,
      );
    } finally {
      await bench.end();
    }
  });
});
