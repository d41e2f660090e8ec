import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { kafkaSink } from '../../src/engine/components/sinks/kafka/sink.ts';
import { lokiSink } from '../../src/engine/components/sinks/loki/sink.ts';
import { otlpHttpSink } from '../../src/engine/components/sinks/otlp-http/sink.ts';
import { splunkHecSink } from '../../src/engine/components/sinks/splunk-hec/sink.ts';
import { syslogOutSink } from '../../src/engine/components/sinks/syslog-out/sink.ts';
import { kafkaSource } from '../../src/engine/components/sources/kafka/source.ts';
import { otlpSource } from '../../src/engine/components/sources/otlp/source.ts';
import { splunkHecSource } from '../../src/engine/components/sources/splunk-hec/source.ts';
import { syslogSource } from '../../src/engine/components/sources/syslog/source.ts';
import { freePort, jsonBatch, SinkProbe, SourceProbe } from '../../src/engine/components/testing/contexts.ts';
import { certificates, HttpPeer } from '../../src/engine/components/testing/http-peer.ts';
import type {
  RunningSink,
  RunningSource,
  SinkComponent,
  SourceComponent,
} from '../../src/engine/components/types.ts';
import { eventually } from '../harness/eventually.ts';
import { buildCollector, buildHecCollector, COLLECTOR, Collector } from './collector.ts';
import { Broker } from './kafka-broker.ts';

const COUNT = 1000;
const PATIENCE_MS = 60_000;
const BUILD_MS = 1_800_000;
const { ca, server } = certificates;
type Config = Record<string, unknown>;
/** The queue of an exporter that keeps the order. */
const ordered = '    sending_queue: { num_consumers: 1 }';
const needsHecCollector = (component: string): boolean => ['splunk_hec', 'loki'].includes(component);

let folder = '';
let port = 0;
let collector: Collector;
let source: RunningSource | null = null;
const path = (name: string): string => join(folder, name);

beforeAll(() => {
  buildCollector();
}, BUILD_MS);
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'collector-'));
  port = await freePort();
  collector = new Collector(folder);
  writeFileSync(path('ca.pem'), ca);
  writeFileSync(path('cert.pem'), server.cert);
  writeFileSync(path('key.pem'), server.key);
});
afterEach(async () => {
  await collector.kill();
  await source?.stop();
  source = null;
  rmSync(folder, { recursive: true, force: true });
});

type Value = { stringValue?: string; intValue?: string; kvlistValue?: { values: Pair[] } };
type Pair = { key: string; value: Value };
type LogRecord = {
  body?: Value;
  severityText?: string;
  timeUnixNano?: string;
  attributes?: Pair[];
};
const findText = (pairs: readonly Pair[] | undefined, key: string) =>
  pairs?.find((pair) => pair.key === key)?.value;

/** `COUNT` events in batches; closes it. */
async function sendEvents(sending: RunningSink): Promise<void> {
  try {
    for (let n = 0; n < COUNT; n += 100) {
      const events = Array.from({ length: 100 }, (_, more) => ({
        timestamp: new Date(Date.now() + n + more).toISOString(),
        severity: 'info',
        message: `line ${n + more} ü`,
        nested: { a: [1, { b: 2 }] },
      }));
      await sending.write(jsonBatch(...events));
    }
  } finally {
    await sending.close();
  }
}

describe(`${COLLECTOR} as a receiver`, () => {
  let peer: HttpPeer;
  beforeEach(async () => {
    peer = await new HttpPeer().listen();
  });
  afterEach(() => peer.close());

  /** Log records in the order in which the Collector passed them on. */
  const received = (): LogRecord[] =>
    peer.bodies
      .flatMap((body) => JSON.parse(body).resourceLogs)
      .flatMap(({ scopeLogs }) => scopeLogs)
      .flatMap(({ logRecords }) => logRecords);

  const receive = (name: string, settings: string, ports = [port]) =>
    collector.start(
      `${needsHecCollector(name) ? 'extensions:\n  ack:' : ''}
receivers:
  ${name}:
${settings}
exporters:
  otlphttp:
    endpoint: ${peer.url}
    encoding: json
    compression: none
${ordered}
service:
  telemetry:
    metrics:
      level: none
  ${needsHecCollector(name) ? 'extensions: [ack]' : ''}
  pipelines:
    logs:
      receivers: [${name}]
      exporters: [otlphttp]
`,
      ports,
    );

  const TLS = () => `tls: { cert_file: ${path('cert.pem')}, key_file: ${path('key.pem')} }`;
  const otlp = (more = '') =>
    `    protocols:\n      http:\n        endpoint: 127.0.0.1:${port}\n        ${more}`;
  const http = (more = '') => `    endpoint: 127.0.0.1:${port}\n    ${more}`;
  const isLine = (record: LogRecord, n: number) => {
    const body = record.body?.stringValue ?? '';
    return body.includes(`line ${n} ü`);
  };

  type Case = [
    title: string,
    sink: SinkComponent,
    receiver: string,
    settings: () => string,
    config: () => Config,
  ];
  const CASES: Case[] = [
    ['OTLP as JSON', otlpHttpSink, 'otlp', otlp, () => ({ url: `http://127.0.0.1:${port}` })],
    [
      'OTLP as protobuf with zstd',
      otlpHttpSink,
      'otlp',
      otlp,
      () => ({ url: `http://127.0.0.1:${port}`, encoding: 'protobuf', compression: 'zstd' }),
    ],
    [
      'OTLP over HTTPS',
      otlpHttpSink,
      'otlp',
      () => otlp(TLS()),
      () => ({ url: `https://127.0.0.1:${port}`, encoding: 'protobuf', tls: 'own', tlsCa: ca }),
    ],
    [
      'Splunk HEC, events',
      splunkHecSink,
      'splunk_hec',
      http,
      () => ({ url: `http://127.0.0.1:${port}`, token: 'a-token' }),
    ],
    [
      'Splunk HEC, raw lines, gzip',
      splunkHecSink,
      'splunk_hec',
      http,
      () => ({ url: `http://127.0.0.1:${port}`, token: 'a-token', endpoint: 'raw', compression: 'gzip' }),
    ],
    [
      'Splunk HEC over HTTPS',
      splunkHecSink,
      'splunk_hec',
      () => http(TLS()),
      () => ({ url: `https://127.0.0.1:${port}`, token: 'a-token', tls: 'own', tlsCa: ca }),
    ],
    [
      'Splunk HEC with acknowledgements',
      splunkHecSink,
      'splunk_hec',
      () => http('ack: { extension: ack }'),
      () => ({ url: `http://127.0.0.1:${port}`, token: 'a-token', acks: true }),
    ],
    [
      'Loki',
      lokiSink,
      'loki',
      () => `    protocols:\n      http:\n        endpoint: 127.0.0.1:${port}`,
      () => ({ url: `http://127.0.0.1:${port}`, timeField: 'timestamp' }),
    ],
    [
      'syslog over TCP',
      syslogOutSink,
      'syslog',
      () => `    tcp: { listen_address: 127.0.0.1:${port} }\n    protocol: rfc5424`,
      () => ({ host: '127.0.0.1', port, transport: 'tcp', format: 'rfc5424', framing: 'newline' }),
    ],
  ];
  it.each(CASES)(
    `%s: ${COUNT} of ${COUNT} events once each, in order`,
    async (_, sink, name, settings, config) => {
      if (needsHecCollector(name)) collector = new Collector(folder, buildHecCollector);
      await receive(name, settings());
      await sendEvents(await sink.open(config(), new SinkProbe().context));
      await eventually(() => expect(received().length).toBe(COUNT), PATIENCE_MS);
      expect(received().findIndex((record, n) => !isLine(record, n) && !isLineOfMap(record, n))).toBe(-1);
    },
    BUILD_MS,
  );

  /** Of HEC, whose events are objects. */
  const isLineOfMap = (record: LogRecord, n: number) =>
    findText(record.body?.kvlistValue?.values, 'message')?.stringValue === `line ${n} ü` ||
    findText(record.attributes, 'message')?.stringValue?.includes(`line ${n} ü`) === true;

  it('Kafka: what the destination writes is read once each', async () => {
    const broker = new Broker();
    try {
      await broker.begin();
      await broker.makeTopic('logs', 1);
      const kafka = `    brokers: [${broker.brokers[0]}]
    logs: { topics: [logs], encoding: text }
    initial_offset: earliest
    group_id: collector`;
      await receive('kafka', kafka, []);
      await sendEvents(
        await kafkaSink.open({ brokers: broker.brokers, topic: 'logs' }, new SinkProbe().context),
      );
      await eventually(() => expect(received().length).toBe(COUNT), PATIENCE_MS);
      expect(received().findIndex((record, n) => !isLine(record, n))).toBe(-1);
    } finally {
      await collector.kill();
      await broker.end();
    }
  }, 300_000);

  it('OTLP keeps time, severity, body and attributes', async () => {
    await receive('otlp', otlp());
    const sending = await otlpHttpSink.open({ url: `http://127.0.0.1:${port}` }, new SinkProbe().context);
    const traceId = '0af7651916cd43dd8448eb211c80319c';
    const batch = jsonBatch();
    batch.appendJson(
      Buffer.from(`{"timestamp":"2026-03-01T12:00:00.123456789Z","severity":"error","message":"no \\"room\\"",
        "user":"ü","big":9007199254740993,"trace_id":"${traceId}"}`),
    );
    await sending.write(batch);
    await sending.close();
    await eventually(() => expect(received()).toHaveLength(1), PATIENCE_MS);
    const [record] = received();
    expect(record).toMatchObject({
      timeUnixNano: '1772366400123456789',
      severityText: 'error',
      body: { stringValue: 'no "room"' },
      traceId,
    });
    expect(findText(record!.attributes, 'user')).toEqual({ stringValue: 'ü' });
    expect(findText(record!.attributes, 'big')).toEqual({ intValue: '9007199254740993' });
  });
});

describe(`${COLLECTOR} as a sender`, () => {
  const sendLines = (name: string, settings: string, operators = '') => {
    const lines = Array.from({ length: COUNT }, (_, n) => `line ${n} ü\n`);
    writeFileSync(path('in.log'), lines.join(''));
    return collector.start(`receivers:
  filelog:
    include: [${path('in.log')}]
    start_at: beginning
${operators}
exporters:
  ${name}:
${settings}
service:
  telemetry:
    metrics:
      level: none
  pipelines:
    logs:
      receivers: [filelog]
      exporters: [${name}]
`);
  };

  type Case = [
    title: string,
    component: SourceComponent,
    config: () => Config,
    exporter: string,
    settings: () => string,
    operators?: string,
  ];
  const otlpConfig = (more: Config = {}) => ({ transport: 'http', httpPort: port, ...more });
  const grpcConfig = (more: Config = {}) => ({ transport: 'grpc', grpcPort: port, ...more });
  const TLS = { tls: true, tlsCert: server.cert, tlsKey: server.key };
  const trusted = () => `    tls: { ca_file: ${path('ca.pem')} }`;
  const CASES: Case[] = [
    [
      'OTLP over HTTP, protobuf',
      otlpSource,
      otlpConfig,
      'otlphttp',
      () => `    endpoint: http://127.0.0.1:${port}\n${ordered}`,
    ],
    [
      'OTLP over HTTP, JSON, zstd',
      otlpSource,
      otlpConfig,
      'otlphttp',
      () => `    endpoint: http://127.0.0.1:${port}\n    encoding: json\n    compression: zstd\n${ordered}`,
    ],
    [
      'OTLP over HTTPS with a token',
      otlpSource,
      () => otlpConfig({ ...TLS, auth: 'bearer', token: 'a-token' }),
      'otlphttp',
      () =>
        `    endpoint: https://127.0.0.1:${port}\n${trusted()}\n    headers: { Authorization: Bearer a-token }\n${ordered}`,
    ],
    [
      'OTLP over gRPC',
      otlpSource,
      grpcConfig,
      'otlp',
      () => `    endpoint: 127.0.0.1:${port}\n    tls: { insecure: true }\n${ordered}`,
    ],
    [
      'OTLP over gRPC with TLS, zstd',
      otlpSource,
      () => grpcConfig(TLS),
      'otlp',
      () => `    endpoint: 127.0.0.1:${port}\n${trusted()}\n    compression: zstd\n${ordered}`,
    ],
    [
      'Splunk HEC',
      splunkHecSource,
      () => ({ port, tokens: 'a-token' }),
      'splunk_hec',
      () =>
        `    endpoint: http://127.0.0.1:${port}/services/collector\n    token: a-token\n    source: app\n${ordered}`,
    ],
    [
      'syslog, RFC 5424 over TCP',
      syslogSource,
      () => ({ port, transport: 'tcp' }),
      'syslog',
      () =>
        `    endpoint: 127.0.0.1\n    port: ${port}\n    network: tcp\n    tls: { insecure: true }\n${ordered}`,
      '    operators:\n      - { type: move, from: body, to: attributes.message }',
    ],
  ];
  it.each(CASES)(
    `%s: ${COUNT} of ${COUNT} lines once each, in order`,
    async (_, component, config, name, settings, operators) => {
      const probe = new SourceProbe();
      source = await component.start({ address: '127.0.0.1', ...config() }, probe.context);
      if (needsHecCollector(name)) collector = new Collector(folder, buildHecCollector);
      await sendLines(name, settings(), operators);
      await eventually(() => expect(probe.events.length).toBe(COUNT), PATIENCE_MS).catch((error: unknown) => {
        throw new Error(`${collector.log()}\n${JSON.stringify(probe.reports.slice(0, 3))}`, { cause: error });
      });
      const other = probe.events.findIndex((text, n) => !text.includes(`line ${n} ü`));
      expect([other, probe.events[other]]).toEqual([-1, undefined]);
      expect(probe.reports).toEqual([]);
    },
    BUILD_MS,
  );

  it('Kafka: what the Collector writes is read once each', async () => {
    const broker = new Broker();
    try {
      await broker.begin();
      await broker.makeTopic('lines', 1);
      const kafka = `    brokers: [${broker.brokers[0]}]
    logs: { topic: lines, encoding: raw }
    producer: { compression: zstd }
${ordered}`;
      const probe = new SourceProbe();
      source = await kafkaSource.start(
        { brokers: broker.brokers, topics: ['lines'], group: 'penstock', startAt: 'earliest' },
        probe.context,
      );
      await sendLines('kafka', kafka);
      await eventually(() => expect(probe.events.length).toBe(COUNT), PATIENCE_MS);
      expect(probe.events.findIndex((text, n) => !text.includes(`line ${n} ü`))).toBe(-1);
    } finally {
      await source?.stop();
      source = null;
      await collector.kill();
      await broker.end();
    }
  }, 300_000);

  it('what is refused for a while comes later, nothing is lost', async () => {
    const probe = new SourceProbe();
    let refused = 0;
    probe.answer = async () => (refused++ < 5 ? 'unavailable' : 'accepted');
    source = await otlpSource.start({ address: '127.0.0.1', ...otlpConfig() }, probe.context);
    const settings = `    endpoint: http://127.0.0.1:${port}
    retry_on_failure: { initial_interval: 200ms, max_interval: 1s }`;
    await sendLines('otlphttp', settings);
    await eventually(() => expect(probe.events.length).toBe(COUNT), PATIENCE_MS);
    expect(new Set(probe.events.map((text) => JSON.parse(text).message)).size).toBe(COUNT);
    expect(refused).toBeGreaterThan(5);
  });
});
