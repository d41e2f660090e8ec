import { LATENCY_LIMITS_MS } from '../../engine/port.ts';
import type { Clock } from '../clock.ts';
import type { Services } from '../services.ts';
import { COUNTER_COLUMNS } from '../store/series.ts';

type RequestMetrics = {
  observe(call: string, method: string, status: number, seconds: number): void;
  text(): string[];
};

const escapeLabel = (text: string): string =>
  text.replace(/\\/g, '\\\\').replace(/"/g, '\\"').replace(/\n/g, '\\n');

const formatLabels = (pairs: Record<string, string | number>): string =>
  `{${Object.entries(pairs)
    .map(([name, value]) => `${name}="${escapeLabel(String(value))}"`)
    .join(',')}}`;

const formatHead = (name: string, type: 'counter' | 'gauge' | 'histogram', help: string): string[] => [
  `# HELP ${name} ${help}`,
  `# TYPE ${name} ${type}`,
];

export function createRequestMetrics(): RequestMetrics {
  const seen = new Map<string, { count: number; seconds: number }>();
  return {
    observe(call, method, status, seconds) {
      const key = formatLabels({ call, method, status });
      const entry = seen.get(key) ?? { count: 0, seconds: 0 };
      entry.count += 1;
      entry.seconds += seconds;
      seen.set(key, entry);
    },
    text: () => [
      ...formatHead('penstock_http_requests_total', 'counter', 'Requests answered.'),
      ...[...seen].map(([key, { count }]) => `penstock_http_requests_total${key} ${count}`),
      ...formatHead('penstock_http_request_seconds_total', 'counter', 'Seconds spent on requests.'),
      ...[...seen].map(([key, { seconds }]) => `penstock_http_request_seconds_total${key} ${seconds}`),
    ],
  };
}

const isLevel = (column: string) => column.endsWith('_waiting');
const COUNTERS = COUNTER_COLUMNS.filter((column) => !isLevel(column));

const HELP: Record<(typeof COUNTER_COLUMNS)[number], string> = {
  events_in: 'Events a component took in.',
  events_out: 'Events a component passed on.',
  events_dropped: 'Events a component dropped.',
  events_created: 'Events a component created.',
  events_merged: 'Events a component merged into others.',
  events_dead_letter: 'Events that became dead letters at a component.',
  bytes_in: 'Bytes a component took in.',
  bytes_out: 'Bytes a component passed on.',
  bytes_dropped: 'Bytes of the events a component dropped.',
  bytes_dead_letter: 'Bytes of the events that became dead letters at a component.',
  events_waiting: 'Events waiting for a destination.',
  bytes_waiting: 'Bytes waiting for a destination.',
  raw_bytes: 'Bytes as received on the wire.',
  errors: 'Errors of a component.',
  objects_written: 'Complete files or objects a destination made.',
};

function formatComponents(services: Services): string[] {
  const { analytics } = services;
  const all = analytics.pipelineIds().flatMap((pipeline) =>
    Object.entries(analytics.totalsOf(pipeline)).map(([component, total]) => ({
      key: formatLabels({ pipeline, component }),
      total,
    })),
  );
  const counters = COUNTERS.flatMap((column) => [
    ...formatHead(`penstock_component_${column}_total`, 'counter', HELP[column]),
    ...all.map(({ key, total }) => `penstock_component_${column}_total${key} ${total[column]}`),
  ]);
  return [
    ...counters,
    ...formatHead('penstock_component_events_buffered', 'gauge', HELP.events_waiting),
    ...all.map(({ key, total }) => `penstock_component_events_buffered${key} ${total.events_waiting}`),
    ...formatHead('penstock_component_bytes_buffered', 'gauge', HELP.bytes_waiting),
    ...all.map(({ key, total }) => `penstock_component_bytes_buffered${key} ${total.bytes_waiting}`),
  ];
}

/** A histogram per destination; restarts with the engine. */
function formatLatency({ health }: Services): string[] {
  const name = 'penstock_delivery_latency_seconds';
  const lines = health.read().flatMap(({ pipelineId: pipeline, componentId: component, latency }) => {
    if (!latency) return [];
    const labels = { pipeline, component };
    let sum = 0;
    const buckets = latency.counts.map((count, at) => {
      sum += count;
      const limit = LATENCY_LIMITS_MS[at];
      const le = limit === undefined ? '+Inf' : limit / 1000;
      return `${name}_bucket${formatLabels({ ...labels, le })} ${sum}`;
    });
    const key = formatLabels(labels);
    return [...buckets, `${name}_sum${key} ${latency.sumMs / 1000}`, `${name}_count${key} ${sum}`];
  });
  const help = 'Seconds from the arrival of an event at a source to the answer of its destination.';
  return [...formatHead(name, 'histogram', help), ...lines];
}

function formatEngines({ measurements }: Services): string[] {
  const sites = [...measurements.usage()].map(([site, processes]) => ({
    key: formatLabels({ site }),
    seconds: processes.reduce((sum, { cpuMs }) => sum + cpuMs, 0) / 1000,
    bytes: processes.reduce((sum, { memoryBytes }) => sum + memoryBytes, 0),
  }));
  const [cpu, memory] = ['penstock_engine_cpu_seconds_total', 'penstock_engine_resident_memory_bytes'];
  return [
    ...formatHead(cpu, 'counter', "CPU seconds of a site's engine since it started."),
    ...sites.map(({ key, seconds }) => `${cpu}${key} ${seconds}`),
    ...formatHead(memory, 'gauge', "Resident memory of a site's engine."),
    ...sites.map(({ key, bytes }) => `${memory}${key} ${bytes}`),
  ];
}

const LETTER_COUNTERS = {
  dropped: 'Dead letters of a pipeline deleted because of the limits.',
  replayed: 'Dead letters of a pipeline replayed.',
  discarded: 'Dead letters of a pipeline discarded.',
} as const;

function formatDeadLetters({ deadLetters }: Services): string[] {
  const all = deadLetters.all().map(({ pipelineId, figures }) => ({
    key: formatLabels({ pipeline: pipelineId }),
    figures,
  }));
  const list = (name: string, read: (figures: (typeof all)[number]['figures']) => number) =>
    all.map(({ key, figures }) => `${name}${key} ${read(figures)}`);
  return [
    ...formatHead('penstock_dead_letters', 'gauge', 'Dead letters of a pipeline that are kept.'),
    ...list('penstock_dead_letters', ({ count }) => count),
    ...formatHead('penstock_dead_letters_bytes', 'gauge', 'Bytes of their events.'),
    ...list('penstock_dead_letters_bytes', ({ bytes }) => bytes),
    ...formatHead(
      'penstock_dead_letters_oldest_seconds',
      'gauge',
      'Unix seconds of the oldest, 0 without one.',
    ),
    ...list('penstock_dead_letters_oldest_seconds', ({ oldestAt }) => Math.floor(oldestAt / 1000)),
    ...Object.entries(LETTER_COUNTERS).flatMap(([name, help]) => [
      ...formatHead(`penstock_dead_letters_${name}_total`, 'counter', help),
      ...list(
        `penstock_dead_letters_${name}_total`,
        (figures) => figures[name as keyof typeof LETTER_COUNTERS],
      ),
    ]),
  ];
}

function formatProcess(clock: Clock): string[] {
  const { user, system } = process.cpuUsage();
  return [
    ...formatHead('process_cpu_seconds_total', 'counter', 'CPU seconds of the service process.'),
    `process_cpu_seconds_total ${(user + system) / 1e6}`,
    ...formatHead('process_resident_memory_bytes', 'gauge', 'Resident memory of the service process.'),
    `process_resident_memory_bytes ${process.memoryUsage.rss()}`,
    ...formatHead('process_start_time_seconds', 'gauge', 'Unix seconds at which the process started.'),
    `process_start_time_seconds ${Math.round(clock() / 1000 - process.uptime())}`,
  ];
}

/** [Prometheus text format](https://prometheus.io/docs/instrumenting/exposition_formats/). */
export const formatMetrics = (services: Services, requests: RequestMetrics): string =>
  [
    ...formatHead('penstock_engine_running', 'gauge', '1 while the engines of all active sites answer.'),
    `penstock_engine_running ${services.engine.state === 'running' ? 1 : 0}`,
    ...formatComponents(services),
    ...formatLatency(services),
    ...formatEngines(services),
    ...formatDeadLetters(services),
    ...requests.text(),
    ...formatProcess(services.clock),
    '',
  ].join('\n');
