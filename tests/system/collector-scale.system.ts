import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type RenderedGraph, type RenderedNode, renderGraph } from '../../src/collector/render.ts';
import { makeTempFolder } from '../harness/temp-folder.ts';
import { Broker } from './kafka-broker.ts';
import { buildRenderedCollector, RENDERED_COLLECTOR } from './rendered-collector.ts';

const PARTITIONS = 12;
const MESSAGES = Number(process.env.PENSTOCK_SCALE_MESSAGES ?? 6_000);
const PATIENCE_MS = 300_000;

const DOCS = join(import.meta.dirname, '../../src/docs/collector-scale.md');
/** The lines of the documentation that start Collectors. */
const [, SNIPPET = ''] = /```sh\n([\s\S]*?)```/.exec(readFileSync(DOCS, 'utf8')) ?? [];

const broker = new Broker();
let shell: ChildProcess | null = null;

beforeAll(async () => {
  buildRenderedCollector();
  await broker.begin();
}, 1_800_000);
afterAll(() => broker.end());
afterEach(async () => {
  const { pid } = shell ?? {};
  if (!shell || pid === undefined || shell.exitCode !== null) return;
  process.kill(-pid, 'SIGKILL');
  await once(shell, 'exit');
});

const pipeline = (from: string, to: string): RenderedGraph => {
  const node = (
    id: string,
    nodeType: RenderedNode['nodeType'],
    templateId: string,
    config: Record<string, unknown>,
  ): RenderedNode => ({ ...{ id, nodeType, name: id, templateId, config } });
  const { brokers } = broker;
  const nodes = [
    node('in', 'SOURCE', 'kafka', { brokers, topics: [from], group: to, format: 'text' }),
    node('parse', 'TRANSFORM', 'parse_regex', {
      pattern: '^(?<id>[0-9]+) (?<level>[a-z]+) (?<text>[^\\n]*)$',
    }),
    node('drop', 'TRANSFORM', 'filter', {
      match: { match: 'all', rules: [{ field: 'level', operator: 'equals', value: 'debug' }] },
    }),
    node('out', 'SINK', 'kafka', { brokers, topic: to }),
  ];
  const edges = Object.fromEntries(
    nodes.slice(0, -1).map(({ id }, at) => [id, { nodeIds: [nodes[at + 1]!.id] }]),
  );
  return { name: 'scale', nodes, edges, metaInfo: {} };
};

/** Starts as many Collectors as documented, but for their number and folders. */
function start(count: number, config: string): void {
  const folder = makeTempFolder();
  mkdirSync(join(folder, 'bin'));
  symlinkSync(buildRenderedCollector(), join(folder, 'bin/otelcol'));
  writeFileSync(join(folder, 'pipeline.yaml'), config);
  const numbers = Array.from({ length: count }, (_, at) => at + 1).join(' ');
  const text = SNIPPET.replace('1 2 3', numbers).replaceAll('/var/lib/otelcol', join(folder, 'storage'));
  writeFileSync(join(folder, 'start'), `#!/bin/sh\n${text}`);
  chmodSync(join(folder, 'start'), 0o755);
  // A group of its own, so that its Collectors can be ended with it.
  shell = spawn(join(folder, 'start'), {
    cwd: folder,
    detached: true,
    stdio: 'ignore',
    env: { ...process.env, PATH: `${join(folder, 'bin')}:${process.env.PATH}` },
  });
}

const LINES = Array.from({ length: MESSAGES }, (_, id) => {
  const level = id % 10 === 0 ? 'debug' : 'info';
  return `${id} ${level} GET /api/items/${id % 997} 200 in ${id % 313} ms, as most lines of a log are`;
});
const KEPT = LINES.filter((_, id) => id % 10 !== 0).length;

describe(`${RENDERED_COLLECTOR}, several with one pipeline`, () => {
  it.each([1, 3])('%i share the partitions of a topic and lose nothing', async (count) => {
    const [from, to] = [`scale-in-${count}`, `scale-out-${count}`];
    await broker.makeTopic(from, PARTITIONS);
    await broker.makeTopic(to, PARTITIONS);
    broker.produce(from, LINES);
    const { content, refusals } = renderGraph(pipeline(from, to));
    expect(refusals).toEqual([]);
    start(count, content ?? '');
    await expect
      .poll(() => broker.count(to, PARTITIONS), { timeout: PATIENCE_MS, interval: 100 })
      .toBeGreaterThan(0);
    const began = performance.now();
    await expect
      .poll(() => broker.count(to, PARTITIONS), { timeout: PATIENCE_MS, interval: 100 })
      .toBeGreaterThanOrEqual(KEPT);
    const seconds = (performance.now() - began) / 1000;
    console.info(`${count} Collectors: ${Math.round(KEPT / seconds)} events/s`);
    const ids = new Set(broker.read(to).map((text) => JSON.parse(text).id));
    expect(ids.size).toBe(KEPT);
    expect(await broker.count(to, PARTITIONS)).toBe(KEPT);
  });
});
