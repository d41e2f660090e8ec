// Slow: a Collector is built at first.
import { execFileSync } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { freePort } from '../../src/engine/components/testing/free-port.ts';
import type { PlanNode } from '../../src/engine/port.ts';
import { Engine } from '../../src/engine/topology/engine.ts';
import { withoutBroker } from '../collector/kafka-wire.ts';
import { Receiver } from '../collector/receiver.ts';
import { eventually } from '../harness/eventually.ts';
import { makeTempFolder } from '../harness/temp-folder.ts';
import { Collector } from './collector.ts';
import { buildComparedCollector } from './rendered-collector.ts';

/** In which what does not come would have come. */
const SETTLES_MS = 1500;

let collector: Collector;
let receiver: Receiver;
let port = 0;
let engine: Engine | undefined;
beforeAll(() => void buildComparedCollector(), 1_800_000);
beforeEach(async () => {
  collector = new Collector(makeTempFolder(), buildComparedCollector);
  receiver = await Receiver.start();
  port = await freePort();
});
afterEach(async () => {
  await collector.kill();
  await engine?.stop(0);
  engine = undefined;
  await receiver.stop();
});

async function start(
  type: string,
  settings: object,
  sampler?: object,
  listensOn: readonly number[] = [port],
): Promise<void> {
  const pipeline = (output: string, processors: string[]) => ({
    receivers: [type],
    processors,
    exporters: [`otlphttp/${output}`],
  });
  const exporter = (output: string) => ({
    logs_endpoint: `${receiver.url}/1/${output}/v1/logs`,
    encoding: 'json',
    compression: 'none',
  });
  const config = {
    receivers: { [type]: settings },
    processors: sampler ? { probabilistic_sampler: sampler } : {},
    exporters: { 'otlphttp/all': exporter('all'), 'otlphttp/kept': exporter('kept') },
    service: {
      telemetry: { metrics: { level: 'none' } },
      pipelines: {
        logs: pipeline('all', []),
        'logs/kept': pipeline('kept', sampler ? ['probabilistic_sampler'] : []),
      },
    },
  };
  await collector.start(JSON.stringify(config), listensOn);
}

async function open(text: string): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  await new Promise<void>((written) => socket.write(text, () => written()));
  return socket;
}
const bodies = (output: string): unknown[] => receiver.of(1, output).map(({ body }) => body);

/** The same on an engine; what leaves it has the output `engine`. */
async function startEngine(source: [string, object], step?: [string, object]): Promise<void> {
  engine = new Engine(
    makeTempFolder(),
    '4',
    withoutBroker(new Map(), () => {}),
  );
  const node = (
    id: string,
    nodeType: PlanNode['nodeType'],
    templateId: string,
    config: object,
  ): PlanNode => ({
    ...{ id, componentId: id, nodeType, name: id, templateId },
    config: { ...config },
  });
  const sink = { url: `${receiver.url}/1/engine/v1/logs`, compression: 'none' };
  const chain = [
    node('in', 'SOURCE', ...source),
    ...(step ? [node('step', 'TRANSFORM', ...step)] : []),
    node('out', 'SINK', 'otlp_http', { ...sink, batch: { maxEvents: 1000, timeoutMs: 20 } }),
  ];
  const edges = Object.fromEntries(chain.slice(1).map(({ id }, n) => [chain[n]?.id, { nodeIds: [id] }]));
  await engine.deploy({
    ...{ pipelineId: '1', siteId: '4', graphVersion: 1, mode: 'run' as const, name: 'compared' },
    ...{ nodes: chain, edges, metaInfo: {} },
  });
}

const LINES = Array.from({ length: 100 }, (_, n) => `line ${n}\n`).join('');

describe('why the Collector gets no such steps and sources', () => {
  it.each([
    ['of lines without trace id is none', { sampling_percentage: 50 }, 0],
    [
      'by an attribute that all have is all',
      { sampling_percentage: 50, attribute_source: 'record', from_attribute: 'service' },
      100,
    ],
  ])('half of 100 lines is 50 on an engine, and %s', async (_, sampler, kept) => {
    await start('tcplog', { listen_address: `127.0.0.1:${port}`, attributes: { service: 'shop' } }, sampler);
    (await open(LINES)).end();
    await eventually(() => expect(bodies('all')).toHaveLength(100));
    await new Promise((passed) => setTimeout(passed, SETTLES_MS));
    expect(bodies('kept')).toHaveLength(kept);
    port = await freePort();
    await startEngine(['tcp', { port }], ['sample', { mode: 'percent', percent: 50 }]);
    (await open(LINES)).end();
    await eventually(() => expect(bodies('engine')).toHaveLength(50));
  });

  it('half a message of syslog before a reset is an event, on engines none', async () => {
    const head = '<34>1 2026-11-29T10:00:00Z host app 1 ID -';
    const breakOff = async (output: string) => {
      const socket = await open(`${head} whole\n${head} half of a mess`);
      await eventually(() => expect(bodies(output)).toHaveLength(1));
      socket.resetAndDestroy();
      await new Promise((passed) => setTimeout(passed, SETTLES_MS));
      return bodies(output);
    };
    await start('syslog', { protocol: 'rfc5424', tcp: { listen_address: `127.0.0.1:${port}` } });
    expect(await breakOff('all')).toEqual([
      { stringValue: `${head} whole` },
      { stringValue: `${head} half of a mess` },
    ]);
    port = await freePort();
    await startEngine(['syslog', { port, transport: 'tcp' }]);
    expect(await breakOff('engine')).toEqual([{ stringValue: 'whole' }]);
  });

  it('an event of HEC has numbers of other kinds than on an engine', async () => {
    const send = () =>
      fetch(`http://127.0.0.1:${port}/services/collector/event`, {
        method: 'POST',
        headers: { authorization: 'Splunk 0123456789-0123456789' },
        body: '{"event":"x","fields":{"one":1.0,"two":2}}',
      });
    await start('splunk_hec', { endpoint: `127.0.0.1:${port}` });
    await send();
    await eventually(() =>
      expect(receiver.of(1, 'all')).toMatchObject([
        { attributes: { one: { doubleValue: 1 }, two: { doubleValue: 2 } } },
      ]),
    );
    port = await freePort();
    await startEngine(['splunk_hec', { port, tokens: '0123456789-0123456789' }]);
    await eventually(async () => expect((await send()).status).toBe(200));
    await eventually(() =>
      expect(receiver.of(1, 'engine')[0]).toMatchObject({
        attributes: { fields: { map: { one: { intValue: '1' }, two: { intValue: '2' } } } },
      }),
    );
  });

  it('one port takes both forms of syslog on an engine, and one of them here', async () => {
    const texts = ['<34>1 2026-11-29T10:00:00Z host app 1 ID - new', '<34>Nov 29 10:00:00 host app: old'];
    const arrive = async (output: string) => {
      const socket = createSocket('udp4');
      // A receiver that does not listen yet loses it.
      await eventually(async () => {
        for (const text of texts)
          await new Promise<void>((sent) => socket.send(text, port, '127.0.0.1', () => sent()));
        expect(receiver.of(1, output).length).toBeGreaterThanOrEqual(2);
      }).finally(() => socket.close());
      return receiver
        .of(1, output)
        .slice(0, 2)
        .map(({ attributes }) => (attributes as Record<string, unknown> | undefined)?.appname);
    };
    const udp = { listen_address: `127.0.0.1:${port}` };
    await start('syslog', { protocol: 'rfc5424', udp }, undefined, []);
    expect(await arrive('all')).toEqual([{ stringValue: 'app' }, undefined]);
    port = await freePort();
    await startEngine(['syslog', { port, transport: 'udp' }]);
    expect(await arrive('engine')).toEqual([{ stringValue: 'app' }, { stringValue: 'app' }]);
  });

  it('a text by HTTP in another encoding arrives on engines, and broken here', async () => {
    const send = () =>
      fetch(`http://127.0.0.1:${port}/in`, {
        method: 'POST',
        headers: { 'content-type': 'text/plain; charset=iso-8859-1' },
        body: Buffer.from('caf\u00e9', 'latin1'),
      });
    await start('webhookevent', { endpoint: `127.0.0.1:${port}`, path: '/in' });
    expect((await send()).status).toBe(200);
    await eventually(() => expect(bodies('all')).toEqual([{ stringValue: 'caf\ufffd' }]));
    port = await freePort();
    await startEngine(['http_server', { port, path: '/in', auth: 'none' }]);
    await eventually(async () => expect((await send()).status).toBe(200));
    await eventually(() => expect(bodies('engine')).toEqual([{ stringValue: 'caf\u00e9' }]));
  });

  it('a bucket is not followed without a queue of the cloud that names new objects', () => {
    const config = {
      receivers: { awss3: { s3downloader: { s3_bucket: 'logs', s3_prefix: 'app' } } },
      exporters: { otlphttp: { endpoint: receiver.url } },
      service: { pipelines: { logs: { receivers: ['awss3'], exporters: ['otlphttp'] } } },
    };
    const args = ['validate', '--config', `yaml:${JSON.stringify(config)}`];
    expect(() => execFileSync(buildComparedCollector(), args, { stdio: 'pipe' })).toThrow(
      'either starttime/endtime or sqs configuration must be provided',
    );
  });
});
