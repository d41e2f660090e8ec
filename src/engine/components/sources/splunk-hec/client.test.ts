import { createRequire } from 'node:module';
import { afterEach, describe, expect, it } from 'vitest';
import { splunkHecSink } from '../../sinks/splunk-hec/sink.ts';
import { freePort, jsonBatch, SinkProbe, SourceProbe } from '../../testing/contexts.ts';
import type { RunningSink, RunningSource } from '../../types.ts';
import { splunkHecSource } from './source.ts';

type SplunkLogger = {
  error: (error: Error) => void;
  send(event: object): void;
  flush(done: (error: Error | null, response: unknown, body: unknown) => void): void;
};
const { Logger }: { Logger: new (config: object) => SplunkLogger } = createRequire(import.meta.url)(
  'splunk-logging',
);

let source: RunningSource | null = null;
let sink: RunningSink | null = null;
let probe = new SourceProbe();
let url = '';
afterEach(async () => {
  await sink?.close();
  await source?.stop();
  sink = null;
});

async function start(config: Record<string, unknown> = {}): Promise<void> {
  probe = new SourceProbe();
  const port = await freePort();
  url = `http://127.0.0.1:${port}`;
  source = await splunkHecSource.start({ port, tokens: 'sesame', ...config }, probe.context);
}

function client(token: string) {
  const logger = new Logger({ token, url, maxBatchCount: 0, maxRetries: 0 });
  logger.error = () => {};
  const flush = () =>
    new Promise<unknown>((resolve) => logger.flush((error, _response, body) => resolve(error ?? body)));
  return { logger, flush };
}

describe("the Splunk HEC source and Splunk's own client", () => {
  it('agree on batches with metadata', async () => {
    await start();
    const { logger, flush } = client('sesame');
    const metadata = { time: 1772366400.5, host: 'web-1', source: 'app', sourcetype: '_json', index: 'main' };
    logger.send({ message: { level: 'warn', n: 1 }, severity: 'warn', metadata });
    logger.send({ message: 'plain' });
    expect(await flush()).toEqual({ text: 'Success', code: 0 });
    const [first, second] = probe.events.map((text) => JSON.parse(text) as Record<string, unknown>);
    expect(first).toMatchObject({ ...metadata, message: { level: 'warn', n: 1 }, severity: 'warn' });
    expect(second).toMatchObject({ message: 'plain', severity: 'info' });
  });

  it('agree on what is refused', async () => {
    await start();
    const { logger, flush } = client('wrong');
    logger.send({ message: 'a' });
    expect(await flush()).toMatchObject({ code: 4, text: 'Invalid token' });
  });
});

describe('the Splunk HEC source and the Splunk HEC destination', () => {
  it.each([
    { acks: false, compression: 'gzip' },
    { acks: true, compression: 'none' },
  ])('agree: %j', async ({ acks, compression }) => {
    await start({ acks });
    const config = { url, token: 'sesame', acks, compression, host: 'web-1', index: 'main' };
    sink = await splunkHecSink.open(config, new SinkProbe().context);
    await sink.write(jsonBatch({ a: 1 }, { b: 'ü' }));
    expect(probe.events).toEqual([
      '{"host":"web-1","index":"main","a":1}',
      '{"host":"web-1","index":"main","b":"ü"}',
    ]);
  });
});
