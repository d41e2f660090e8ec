import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { jsonBatch, rawBatch, SinkProbe } from '../../testing/contexts.ts';
import { HttpPeer } from '../../testing/http-peer.ts';
import type { RunningSink } from '../../types.ts';
import { elasticsearchSchema } from './schema.ts';
import { elasticsearchSink } from './sink.ts';

// The peer follows Elasticsearch's documentation of bulk requests; tests/system tries OpenSearch itself.
let peer: HttpPeer;
let sink: RunningSink | null = null;
beforeEach(async () => {
  peer = await new HttpPeer().listen();
  peer.answer = () => ({ body: { errors: false } });
});
afterEach(async () => {
  await sink?.close();
  await peer.close();
});

const open = async (config: Record<string, unknown> = {}) => {
  const full = {
    url: peer.url,
    index: 'logs',
    compression: 'none',
    addTimestamp: false,
    eventId: false,
    ...config,
  };
  sink = await elasticsearchSink.open(full, new SinkProbe().context);
  return sink;
};
const parseLines = (body: string | undefined) =>
  body!
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));

describe('the Elasticsearch destination', () => {
  it('names the index by date and field, and gives ids', async () => {
    const to = await open({ index: `logs-\${service}-%F`, timeField: 'at', idField: 'id', pipeline: 'geo' });
    const batch = jsonBatch(
      { at: '2026-03-01T23:59:59Z', service: 'Web/1', id: 7 },
      { drop: 1 },
      { at: 1772409600, service: 'db' },
    );
    batch.drop(1);
    const { bytes } = await to.write(batch);
    expect(bytes).toBe(batch.size(0) + batch.size(2));
    expect(parseLines(peer.bodies[0])).toEqual([
      { index: { _index: 'logs-web_1-2026-03-01', _id: '7' } },
      { at: '2026-03-01T23:59:59Z', service: 'Web/1', id: 7 },
      { index: { _index: 'logs-db-2026-03-02' } },
      { at: 1772409600, service: 'db' },
    ]);
    const { path, headers } = peer.received[0]!;
    expect(path).toMatch(/^\/_bulk\?filter_path=.*&pipeline=geo$/);
    expect(headers['content-type']).toBe('application/x-ndjson');
  });

  it('writes a data stream with timestamp and API key', async () => {
    const to = await open({ mode: 'data_stream', auth: 'api_key', apiKey: 'abc', timeField: 'at' });
    await to.write(jsonBatch({ at: 1772409600123 }, { '@timestamp': 'x' }, {}));
    await to.write(rawBatch('text'));
    const [first, ...others] = parseLines(peer.bodies[0]).filter((_, i) => i % 2 === 1);
    expect(first).toEqual({ at: 1772409600123, '@timestamp': '2026-03-02T00:00:00.123Z' });
    expect(others).toEqual([{ '@timestamp': 'x' }, { '@timestamp': expect.any(String) }]);
    expect(parseLines(peer.bodies[1])[1]).toEqual({ message: 'text', '@timestamp': expect.any(String) });
    expect(parseLines(peer.bodies[0])[0]).toEqual({ create: { _index: 'logs' } });
    expect(peer.received[0]!.headers.authorization).toBe('ApiKey abc');
  });

  it('takes each event by its own result: taken, refused, or later [R12]', async () => {
    const to = await open();
    const error = { type: 'mapper_parsing_exception', reason: 'failed to parse field [a]' };
    peer.answer = () => ({
      body: {
        errors: true,
        items: [
          { index: { status: 201 } },
          { index: { status: 400, error } },
          { index: { status: 429, error: { type: 'es_rejected_execution_exception' } } },
          { create: { status: 409, error: { type: 'version_conflict_engine_exception', reason: 'exists' } } },
          { index: { status: 400, error: { type: 'index_closed_exception', reason: 'closed' } } },
        ],
      },
    });
    const batch = jsonBatch({ n: 0 }, { n: 1 }, { n: 2 }, { n: 3 }, { n: 4 });
    expect(await to.write(batch)).toMatchObject({
      bytes: 14,
      refused: [{ event: 1, problem: { errorName: 'Refused: mapper_parsing_exception' } }],
      later: { events: [2, 4], problem: { errorName: 'NotTakenNow' } },
    });
  });

  it.each([
    [429, 'RetryableError'],
    [503, 'RetryableError'],
    [401, 'RetryableError'],
    [413, 'PermanentError'],
  ])('an answer of %i is a %s [R7]', async (status, name) => {
    peer.answer = () => ({ status, headers: { 'retry-after': '3' } });
    const expected = { name, ...(name === 'RetryableError' && { retryAfterMs: 3000 }) };
    await expect((await open()).write(jsonBatch({}))).rejects.toMatchObject(expected);
  });

  it('tries again when the answer comes from something else', async () => {
    peer.answer = () => ({ body: '<html>welcome</html>' });
    await expect((await open()).write(jsonBatch({}))).rejects.toMatchObject({
      name: 'RetryableError',
      problem: { errorName: 'AnswerNotUnderstood' },
    });
  });

  it('refuses a name it cannot read, in words', () => {
    const { error } = elasticsearchSchema.safeParse({ url: 'http://127.0.0.1:1/', index: 'logs-%q' });
    expect(error?.issues[0]).toMatchObject({ path: ['index'], message: expect.stringContaining('has %q') });
  });
});
