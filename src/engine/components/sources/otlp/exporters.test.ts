import { SeverityNumber } from '@opentelemetry/api-logs';
import { OTLPLogExporter as GrpcExporter } from '@opentelemetry/exporter-logs-otlp-grpc';
import { OTLPLogExporter as JsonExporter } from '@opentelemetry/exporter-logs-otlp-http';
import { OTLPLogExporter as ProtoExporter } from '@opentelemetry/exporter-logs-otlp-proto';
import { BatchLogRecordProcessor, LoggerProvider, type LogRecordExporter } from '@opentelemetry/sdk-logs';
import { afterEach, describe, expect, it } from 'vitest';
import { freePort, SourceProbe } from '../../testing/contexts.ts';
import type { RunningSource } from '../../types.ts';
import { otlpSource } from './source.ts';

// Sends with OpenTelemetry's JavaScript exporters.
let running: RunningSource | null = null;
let probe = new SourceProbe();
let ports = { http: 0, grpc: 0 };
afterEach(async () => {
  await running?.stop();
  running = null;
  expect(probe.incomplete).toEqual([]);
});

async function start(config: Record<string, unknown> = {}): Promise<void> {
  probe = new SourceProbe();
  ports = { http: await freePort(), grpc: await freePort() };
  running = await otlpSource.start({ httpPort: ports.http, grpcPort: ports.grpc, ...config }, probe.context);
}

async function exportWith(exporter: LogRecordExporter): Promise<void> {
  const provider = new LoggerProvider({
    processors: [new BatchLogRecordProcessor({ exporter })],
  });
  const logger = provider.getLogger('shop', '1.2.3');
  logger.emit({
    timestamp: new Date('2026-03-01T12:00:00.500Z'),
    severityNumber: SeverityNumber.WARN,
    severityText: 'Warning',
    body: 'hello "you" ü',
    attributes: { 'http.method': 'GET', n: 1, big: 2 ** 40, d: 0.5, ok: true, list: ['a', 1], o: { k: 'v' } },
  });
  logger.emit({ body: { user: { id: 7 }, action: 'login' } });
  await provider.forceFlush();
  await provider.shutdown();
}

const EXPORTERS: [string, (port: typeof ports, headers: Record<string, string>) => LogRecordExporter][] = [
  [
    'HTTP and JSON',
    ({ http }, headers) => new JsonExporter({ url: `http://127.0.0.1:${http}/v1/logs`, headers }),
  ],
  [
    'HTTP and protobuf',
    ({ http }, headers) => new ProtoExporter({ url: `http://127.0.0.1:${http}/v1/logs`, headers }),
  ],
  ['gRPC', ({ grpc }) => new GrpcExporter({ url: `http://127.0.0.1:${grpc}` })],
];

describe('the OpenTelemetry source takes what the real exporters send', () => {
  it.each(EXPORTERS)('over %s', async (_name, make) => {
    await start();
    await exportWith(make(ports, {}));
    const [first, second] = probe.events.map((text) => JSON.parse(text) as Record<string, unknown>);
    expect(first).toMatchObject({
      timestamp: '2026-03-01T12:00:00.500Z',
      severity: 'Warning',
      severity_number: 13,
      message: 'hello "you" ü',
      'http.method': 'GET',
      n: 1,
      big: 2 ** 40,
      d: 0.5,
      ok: true,
      list: ['a', 1],
      o: { k: 'v' },
      observed_timestamp: expect.stringMatching(/Z$/),
      scope: { name: 'shop', version: '1.2.3' },
    });
    expect(first!.resource).toMatchObject({ 'telemetry.sdk.language': 'nodejs' });
    expect(second).toMatchObject({ user: { id: 7 }, action: 'login' });
    expect(second).not.toHaveProperty('message');
    expect(probe.events).toHaveLength(2);
  });
});
