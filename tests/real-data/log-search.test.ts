import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { LogCount } from '../../src/contract/entities/log-search.ts';
import { ProductApi } from '../harness/api.ts';
import { eventually } from '../harness/eventually.ts';
import { buildPipeline, deployPipeline } from '../harness/pipelines.ts';
import { type Product, removeFolder, startProduct } from '../harness/product.ts';
import { ACCESS_LOG, hasAccessLog } from './apache.ts';

const SSHD_LOG = resolve(ACCESS_LOG, '../sshd_auth.log');

/** Lines that grep counts; it ends with 1 when there are none. */
function grep(log: string, ...options: string[]): number {
  try {
    return Number(execFileSync('grep', ['-a', '-c', ...options, log], { encoding: 'utf8' }));
  } catch (error) {
    return Number((error as { stdout: string }).stdout);
  }
}

describe.runIf(hasAccessLog)('real logs, archived by a pipeline, are searched', () => {
  let product: Product;
  let api: ProductApi;
  let siteId: string;
  const sources: Record<string, string> = {};

  beforeAll(async () => {
    product = await startProduct();
    api = new ProductApi(product.url);
    siteId = await api.siteId();
    for (const [log, format] of [
      [ACCESS_LOG, 'ndjson'],
      [SSHD_LOG, 'parquet'],
    ] as const) {
      const built = await buildPipeline(api, siteId, {
        name: `Pipeline ${format}`,
        source: {
          name: `Log ${format}`,
          templateId: 'file_tail',
          config: { path: log, readFrom: 'beginning' },
        },
        transforms: [],
        sinks: [{ name: `Void ${format}`, templateId: 'blackhole', config: {} }],
      });
      const config = {
        path: join(product.dataFolder, `archive-${format}`, 'any'),
        format,
        files: { maxEvents: 1500, timeoutMs: 100 },
      };
      const sink = { name: `Archive ${format}`, siteId, templateId: 'file', config };
      const { id: sinkId } = await api.call('createSink', { body: { sink } });
      await api.call('enableArchival', { body: { siteId, sourceId: built.sourceId, sinkId } });
      await deployPipeline(api, built);
      sources[log] = built.sourceId;
    }
  }, 180_000);
  afterAll(async () => {
    await product.stop();
    removeFolder(product.dataFolder);
  });

  const buildBody = (log: string, query: string) => {
    const now = Math.floor(Date.now() / 1000);
    const timeRange = { startUnixTimeSeconds: now - 3600, endUnixTimeSeconds: now + 60 };
    return { siteId, query, timeRange, sourceIds: [sources[log]!] };
  };
  async function count(log: string, query: string): Promise<LogCount> {
    let { count: now } = await api.call('startLogCount', { body: buildBody(log, query) });
    const path = { siteId, countId: now.id };
    while (now.state === 'RUNNING') ({ count: now } = await api.call('getLogCount', { path }));
    return now;
  }

  it('files are indexed before anybody searches', async () => {
    const folder = join(product.dataFolder, 'archive-index');
    await eventually(async () => {
      const indexes = readdirSync(folder).flatMap((part) => readdirSync(join(folder, part)));
      expect(indexes.filter((name) => name.endsWith('.index')).length).toBeGreaterThan(6);
    }, 120_000);
  }, 120_000);

  it('counts are those of grep, in NDJSON and Parquet', async () => {
    await eventually(async () => {
      for (const log of [ACCESS_LOG, SSHD_LOG])
        expect(Number((await count(log, '')).matchCount)).toBe(grep(log, ''));
    }, 120_000);
    for (const [log, query, ...options] of [
      [ACCESS_LOG, 'mozilla', '-iF', 'mozilla'],
      [ACCESS_LOG, '"GET /"', '-iF', 'GET /'],
      [ACCESS_LOG, 'nothing-has-this', '-iF', 'nothing-has-this'],
      [ACCESS_LOG, '/"\\s(404|500)\\s/', '-E', '" (404|500) '],
      [ACCESS_LOG, 'NOT GET', '-ivF', 'GET'],
      [ACCESS_LOG, 'get*404', '-iE', 'get.*404'],
      [SSHD_LOG, 'failed', '-iF', 'failed'],
      [SSHD_LOG, '"Invalid user" OR preauth', '-iE', 'invalid user|preauth'],
      [SSHD_LOG, '/port\\s\\d+$/', '-P', 'port \\d+$'],
    ] as const) {
      const found = await count(log, query);
      expect(found.state).toBe('DONE');
      expect(Number(found.matchCount), query).toBe(grep(log, ...options));
      expect(found.buckets.reduce((sum, one) => sum + Number(one.count), 0)).toBe(Number(found.matchCount));
      expect(found.reading.unreadCount).toBe(0);
    }
  }, 180_000);

  it('rows of all pages are the lines of grep, the last line first', async () => {
    const lines = execFileSync('grep', ['-ai', 'failed', SSHD_LOG], { encoding: 'utf8' })
      .trimEnd()
      .split('\n');
    const found: string[] = [];
    const body = buildBody(SSHD_LOG, 'failed');
    for (let cursor: string | undefined; ; ) {
      const page = await api.call('searchLogs', { body: { ...body, limit: 100, ...(cursor && { cursor }) } });
      found.push(...page.rows.map(({ text }) => text));
      cursor = page.nextCursor;
      if (cursor === undefined) break;
    }
    expect(found.toReversed()).toEqual(lines);
  }, 120_000);

  /** What awk prints, counted by its lines. */
  function awk(log: string, program: string): Record<string, number> {
    const printed = execFileSync('awk', [program, log], { encoding: 'latin1', maxBuffer: 1 << 26 });
    const counts: Record<string, number> = {};
    for (const line of printed.split('\n').slice(0, -1)) counts[line] = (counts[line] ?? 0) + 1;
    return counts;
  }

  it('facets and SQL give the figures of awk', async () => {
    for (const [log, name, column, program] of [
      [
        ACCESS_LOG,
        'Log ndjson',
        `regexp_extract(message, '" ([0-9]{3}) ', 1)`,
        'match($0, /" [0-9][0-9][0-9] /) { print substr($0, RSTART + 2, 3); next } { print "" }',
      ],
      [SSHD_LOG, 'Log parquet', 'substr(message, 1, 9)', '{ print substr($0, 1, 9) }'],
    ] as const) {
      const { facets, matchCount } = await count(log, '');
      const sources = facets.find(({ field }) => field === '@source');
      expect(sources?.values).toEqual([{ value: name, count: matchCount }]);
      const { timeRange } = buildBody(log, '');
      const query = `select ${column} as part, count(*) as events from "${name}" group by part`;
      const { rows, reading } = await api.call('runQuery', { body: { siteId, query, timeRange } });
      expect(reading.unread).toEqual([]);
      expect(Object.fromEntries(rows as [string, number][])).toEqual(awk(log, program));
    }
  }, 120_000);

  it('a replayed day equals the day [E16]', async () => {
    for (const log of [ACCESS_LOG, SSHD_LOG]) {
      const path = join(product.dataFolder, 'again', basename(log));
      const name = `Again ${basename(log)}`;
      const sink = { name, siteId, templateId: 'file', config: { path, format: 'text' } };
      const { id: sinkId } = await api.call('createSink', { body: { sink } });
      const endTime = Math.floor(Date.now() / 1000);
      const window = { startTime: endTime - 86_400, endTime };
      const hydration = { siteId, sourceId: sources[log]!, sinkId, ...window };
      const { id } = await api.call('createHydration', { body: { hydration } });
      const job = await eventually(async () => {
        const { hydration: now } = await api.call('getHydration', { path: { id } });
        expect(now.jobStatus).toBe('COMPLETED');
        return now;
      }, 60_000);
      expect(job).toMatchObject({ eventsWritten: String(grep(log, '')), eventsDropped: '0', unreadCount: 0 });
      const original = readFileSync(log, 'utf8').split('\n').filter(Boolean);
      expect(readFileSync(path, 'utf8').split('\n').filter(Boolean)).toEqual(original);
    }
  }, 180_000);
});
