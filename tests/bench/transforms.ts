import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { validateConfig } from '../../src/engine/components/catalogue.ts';
import { components } from '../../src/engine/components/registry.ts';
import { TransformProbe } from '../../src/engine/components/testing/contexts.ts';
import { Batch } from '../../src/engine/event/batch.ts';
import { Delivery } from '../../src/engine/topology/delivery.ts';
import { median } from './load.ts';

const LINES = 5000;
const ROUNDS = 40;
const WARM_UP = 10;
const NO_PRESSURE = { waiting: () => {}, settled: () => {} };

/** Log events of about 190 bytes from 200 hosts, with varying numbers, addresses and names. */
const makeLogEvent = (n: number): string =>
  JSON.stringify({
    timestamp: new Date(Date.UTC(2026, 10, 21) + n * 7).toISOString(),
    level: ['info', 'debug', 'warn'][n % 3],
    host: `web-${n % 200}`,
    duration: (n * 37) % 900,
    message: `request ${n} from 203.0.113.${n % 250} for user${n % 90} took ${(n * 37) % 900}ms (cache ${n % 2 ? 'hit' : 'miss'})`,
  });

/** CPU seconds per million events in one thread, median of the rounds. */
function measureCost(templateId: string, config: Record<string, unknown>, loaded?: unknown): number {
  const checked = validateConfig('TRANSFORM', templateId, config);
  const component = components.transforms[templateId];
  if (!component || !checked.config) throw new Error(`${templateId}: ${JSON.stringify(checked.details)}`);
  const { context, state, emitted, clock } = new TransformProbe();
  const transform = component.create(checked.config, { ...context, loaded });
  if (transform.keeper) state.attachKeeper(transform.keeper);
  const payload = Buffer.from(`${Array.from({ length: LINES }, (_, n) => makeLogEvent(n)).join('\n')}\n`);
  const batch = new Batch(payload.length * 2);
  const costs: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    batch.reset();
    batch.loadJsonLines(payload);
    const before = process.cpuUsage().user;
    state.begin(new Delivery(NO_PRESSURE));
    for (let ev = 0; ev < LINES; ev++) transform.process(batch, ev);
    state.end();
    clock.advance(1000);
    const micros = process.cpuUsage().user - before;
    emitted.length = 0;
    if (round >= WARM_UP) costs.push(micros / LINES);
  }
  return median(costs);
}

const TABLE_ROWS = 100_000;

/** The events match 200 of 100,000 rows. */
async function benchLookup(): Promise<Record<string, number>> {
  const rows = Array.from({ length: TABLE_ROWS }, (_, n) => `web-${n},owner ${n % 97},rack-${n % 1000}\n`);
  const folder = await mkdtemp(join(tmpdir(), 'penstock-bench-'));
  const path = join(folder, 'hosts.csv');
  const csv = `host,owner,rack\n${rows.join('')}`;
  await writeFile(path, csv);
  const file = { name: 'hosts.csv', path, sha256: '', sizeBytes: Buffer.byteLength(csv) };
  const keys = [{ field: 'host', column: 'host' }];
  const before = performance.now();
  const table = await components.transforms.lookup?.load?.({}, { file });
  const readSeconds = (performance.now() - before) / 1000;
  await rm(folder, { recursive: true });
  return {
    'lookup by host in 100,000 rows: two fields': measureCost('lookup', { file: 'hosts.csv', keys }, table),
    'lookup: seconds to read 100,000 rows': readSeconds,
  };
}

/** One batch of 5000 events per second. */
export const benchTransforms = async (): Promise<Record<string, number>> => ({
  ...(await benchLookup()),
  'throttle by host': measureCost('throttle', { events: 10, keyFields: ['host'] }),
  'dedupe by two fields': measureCost('dedupe', { compare: 'fields', fields: ['host', 'level'] }),
  'dedupe whole events, none repeated': measureCost('dedupe', { seconds: 1 }),
  'aggregate by host: count, sum, p95': measureCost('aggregate', {
    groupBy: ['host'],
    results: [
      { operation: 'count' },
      { operation: 'sum', field: 'duration' },
      { operation: 'p95', field: 'duration' },
    ],
  }),
  'aggregate by event time and host: count': measureCost('aggregate', { groupBy: ['host'], time: 'event' }),
  'extract patterns': measureCost('extract_patterns', {}),
  'sample one in ten by host': measureCost('sample', { keyField: 'host' }),
});
