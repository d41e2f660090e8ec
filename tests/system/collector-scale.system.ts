import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
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
const shells: ChildProcess[] = [];

beforeAll(async () => {
  buildRenderedCollector();
  await broker.begin();
}, 1_800_000);
afterAll(() => broker.end());
afterEach(() => Promise.all(shells.splice(0).map(kill)));

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

/** Writes what the documented lines need, and returns the folder. */
function prepare(config: string): string {
  const folder = makeTempFolder();
  mkdirSync(join(folder, 'bin'));
  symlinkSync(buildRenderedCollector(), join(folder, 'bin/otelcol'));
  writeFileSync(join(folder, 'pipeline.yaml'), config);
  return folder;
}

/** Starts Collectors as documented, but for their numbers and folders. */
function start(folder: string, numbers: string): ChildProcess {
  const text = SNIPPET.replace('1 2 3', numbers).replaceAll('/var/lib/otelcol', join(folder, 'storage'));
  // A group of its own, so that its Collectors can be ended with it.
  const shell = spawn('sh', ['-c', text], {
    cwd: folder,
    detached: true,
    stdio: 'ignore',
    env: { ...process.env, PATH: `${join(folder, 'bin')}:${process.env.PATH}` },
  });
  shells.push(shell);
  return shell;
}

async function kill(shell: ChildProcess): Promise<void> {
  if (shell.pid === undefined || shell.exitCode !== null || shell.signalCode !== null) return;
  process.kill(-shell.pid, 'SIGKILL');
  await once(shell, 'exit');
}

const LINES = Array.from({ length: MESSAGES }, (_, id) => {
  const level = id % 10 === 0 ? 'debug' : 'info';
  return `${id} ${level} GET /api/items/${id % 997} 200 in ${id % 313} ms, as most lines of a log are`;
});
const KEPT = LINES.filter((_, id) => id % 10 !== 0).length;

const idsIn = (topic: string): Set<string> => new Set(broker.read(topic).map((text) => JSON.parse(text).id));

describe(`${RENDERED_COLLECTOR}, several with one pipeline`, () => {
  const prepareTopics = async (name: string): Promise<{ folder: string; to: string }> => {
    const [from, to] = [`${name}-in`, `${name}-out`];
    for (const topic of [from, to]) await broker.makeTopic(topic, PARTITIONS);
    broker.produce(from, LINES);
    const { content, refusals } = renderGraph(pipeline(from, to));
    expect(refusals).toEqual([]);
    return { folder: prepare(content ?? ''), to };
  };
  const countUp = (topic: string, least: number) =>
    expect
      .poll(() => broker.count(topic, PARTITIONS), { timeout: PATIENCE_MS, interval: 100 })
      .toBeGreaterThanOrEqual(least);

  it.each([
    [1, '1'],
    [3, '1 2 3'],
  ])('%i share the partitions of a topic and send each event once', async (count, numbers) => {
    const { folder, to } = await prepareTopics(`share-${count}`);
    start(folder, numbers);
    await countUp(to, 1);
    const began = performance.now();
    await countUp(to, KEPT);
    const seconds = (performance.now() - began) / 1000;
    console.info(`${count} Collectors: ${Math.round(KEPT / seconds)} events/s`);
    expect(idsIn(to).size).toBe(KEPT);
    expect(await broker.count(to, PARTITIONS)).toBe(KEPT);
  });

  it('one that is killed and started again loses nothing', async () => {
    const { folder, to } = await prepareTopics('killed');
    start(folder, '1 2');
    const third = start(folder, '3');
    await countUp(to, KEPT / 4);
    await kill(third);
    start(folder, '3');
    await countUp(to, KEPT);
    await expect.poll(() => idsIn(to).size, { timeout: PATIENCE_MS }).toBe(KEPT);
  });
});
