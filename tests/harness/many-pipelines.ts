import type { ProductApi } from './api.ts';

const SHARED = 20;
const VERBS = ['ingest', 'parse', 'route', 'archive', 'redact', 'sample', 'mirror', 'enrich'];

export const buildName = (n: number): string =>
  `${VERBS[n % VERBS.length]} logs ${String(n).padStart(4, '0')}`;

/**
 * 20 sources on ports from `firstPort` and 20 destinations.
 * @param first number of the first pipeline
 */
export function buildDefinition(count: number, firstPort: number, first = 0): string {
  const each = Array.from({ length: SHARED }, (_, n) => n);
  const sources = each.map(
    (n) => `  - {name: source ${n}, type: tcp, config: {address: 127.0.0.1, port: ${firstPort + n}}}`,
  );
  const sinks = each.map((n) => `  - {name: sink ${n}, type: blackhole, config: {}}`);
  const pipelines = Array.from({ length: count }, (_, at) => first + at).map((n) =>
    [
      `  - name: ${buildName(n)}`,
      '    graph:',
      `      - {source: source ${n % SHARED}, to: [Parse]}`,
      `      - {transform: Parse, type: parse_json, config: {}, to: [Keep some]}`,
      `      - {transform: Keep some, type: sample, config: {}, to: [sink ${(n * 7) % SHARED}]}`,
    ].join('\n'),
  );
  return [
    'format: penstock/v2',
    'sources:',
    ...sources,
    'destinations:',
    ...sinks,
    'pipelines:',
    ...pipelines,
    '',
  ].join('\n');
}

/** Pipelines per import; the service refuses definitions that take too long to read. */
const AT_ONCE = 250;

export async function importPipelines(api: ProductApi, count: number, firstPort = 21_000): Promise<void> {
  const siteId = await api.siteId();
  for (let first = 0; first < count; first += AT_ONCE) {
    await api.call('importPipelines', {
      query: { siteId, dryRun: false },
      body: { definition: buildDefinition(Math.min(AT_ONCE, count - first), firstPort, first) },
      ifMatch: '*',
    });
  }
}
