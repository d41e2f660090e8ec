import { Worker } from 'node:worker_threads';
import { components } from '../../src/engine/components/registry.ts';
import { exportWriter } from '../../src/engine/components/sinks/otlp-http/records.ts';
import { otlpHttpSchema } from '../../src/engine/components/sinks/otlp-http/schema.ts';
import { SourceProbe } from '../../src/engine/components/testing/contexts.ts';
import { Batch } from '../../src/engine/event/batch.ts';
import { Output } from '../../src/engine/event/output.ts';
import { freePort } from '../harness/product.ts';
import type { Requests } from './request-sender.ts';

const EVENTS = Number(process.env.PENSTOCK_BENCH_REQUEST_EVENTS ?? 300_000);
const WARM_UP = EVENTS / 2;
const PER_REQUEST = 1000;

const event = (n: number) => ({
  timestamp: new Date(Date.UTC(2026, 0, 1) + n).toISOString(),
  severity: n % 3 === 0 ? 'warn' : 'info',
  message: `request completed in ${n % 1000} ms, session refreshed`,
  service: 'checkout',
  host: `ip-10-0-${n % 16}-${n % 250}`,
  trace_id: String(n + 1).padStart(32, 'a'),
  method: 'GET',
  path: '/api/v1/cart/items',
  status: 200,
  duration_ms: (n % 9000) / 10,
});
const EVENTS_OF_A_REQUEST = Array.from({ length: PER_REQUEST }, (_, n) => event(n));

function otlpRequest(encoding: 'json' | 'protobuf'): Buffer {
  const batch = new Batch();
  for (const one of EVENTS_OF_A_REQUEST) batch.appendJson(Buffer.from(JSON.stringify(one)));
  const output = new Output();
  exportWriter(otlpHttpSchema.parse({ url: 'http://127.0.0.1/', encoding }))(batch, output);
  return output.copyOut();
}

type Kind = Omit<Requests, 'port' | 'count'> & { templateId: string; config: (port: number) => object };
const JSON_TYPE = 'application/json';
const lines = (wrap: (one: object) => object): Buffer =>
  Buffer.from(EVENTS_OF_A_REQUEST.map((one) => JSON.stringify(wrap(one))).join('\n'));

const KINDS: Record<string, Kind> = {
  http: {
    templateId: 'http_server',
    config: (port) => ({ port }),
    path: '/',
    contentType: 'application/x-ndjson',
    body: lines((one) => one),
  },
  hec: {
    templateId: 'splunk_hec',
    config: (port) => ({ port }),
    path: '/services/collector',
    contentType: JSON_TYPE,
    body: lines((one) => ({ time: 1_772_366_400.5, host: 'web-1', sourcetype: 'app', event: one })),
  },
  otlpProtobuf: {
    templateId: 'otlp',
    config: (port) => ({ transport: 'http', httpPort: port }),
    path: '/v1/logs',
    contentType: 'application/x-protobuf',
    body: otlpRequest('protobuf'),
  },
  otlpJson: {
    templateId: 'otlp',
    config: (port) => ({ transport: 'http', httpPort: port }),
    path: '/v1/logs',
    contentType: JSON_TYPE,
    body: otlpRequest('json'),
  },
  otlpGrpc: {
    templateId: 'otlp',
    config: (port) => ({ transport: 'grpc', grpcPort: port }),
    path: null,
    contentType: '',
    body: otlpRequest('protobuf'),
  },
};

/** Sends from another thread, limited only by the answers; resolves when all are answered. */
function send(requests: Requests): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const worker = new Worker(new URL('./request-sender.ts', import.meta.url), { workerData: requests });
  worker.once('error', reject);
  worker.once('exit', () => resolve());
  return promise;
}

export type SourceFigure = { eventsPerSecond: number; cpuSecondsPerMillion: number };

async function measure({ templateId, config, ...request }: Kind): Promise<SourceFigure> {
  const source = components.sources[templateId];
  if (!source) throw new Error(`there is no source ${templateId}`);
  const { context } = new SourceProbe();
  const batch = new Batch(1 << 21);
  let taken = 0;
  const port = await freePort();
  const running = await source.start({ ...config(port) } as Record<string, unknown>, {
    ...context,
    newBatch: () => {
      batch.reset();
      return batch;
    },
    deliver: async ({ count }) => {
      taken += count;
      return 'accepted';
    },
    ready: () => null,
    hasRoom: () => true,
    paused: false,
  });
  try {
    await send({ ...request, port, count: WARM_UP / PER_REQUEST });
    taken = 0;
    const cpu = process.threadCpuUsage();
    const startedAt = performance.now();
    await send({ ...request, port, count: EVENTS / PER_REQUEST });
    const seconds = (performance.now() - startedAt) / 1000;
    const { user, system } = process.threadCpuUsage(cpu);
    if (taken !== EVENTS) throw new Error(`${templateId} took ${taken} events of ${EVENTS}`);
    return {
      eventsPerSecond: EVENTS / seconds,
      cpuSecondsPerMillion: (user + system) / EVENTS,
    };
  } finally {
    await running.stop();
  }
}

/** Without a pipeline: 1000 events of about 290 bytes per request. */
export async function benchSources(): Promise<Record<string, SourceFigure>> {
  const figures: Record<string, SourceFigure> = {};
  for (const [name, kind] of Object.entries(KINDS)) figures[name] = await measure(kind);
  return figures;
}

const LABELS: Record<string, string> = {
  http: 'HTTP, NDJSON',
  hec: 'Splunk HEC, events with metadata',
  otlpProtobuf: 'OTLP over HTTP, protobuf',
  otlpJson: 'OTLP over HTTP, JSON',
  otlpGrpc: 'OTLP over gRPC',
};

export function printSources(
  figures: Record<string, SourceFigure>,
  row: (what: string, figure: string, budget: string) => void,
): void {
  console.log('\nSources that take requests: 1000 events of about 290 bytes each, one thread, no pipeline');
  for (const [name, { eventsPerSecond, cpuSecondsPerMillion }] of Object.entries(figures))
    row(
      LABELS[name] ?? name,
      `${Math.round(eventsPerSecond / 1000)}k/s`,
      `${cpuSecondsPerMillion.toFixed(1)} s of CPU per million`,
    );
}
