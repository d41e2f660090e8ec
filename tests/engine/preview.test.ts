// Slow: waits for the limits of time and memory of a run.

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { lineMaker } from '../../src/engine/components/sources/generator/lines.ts';
import {
  type Counters,
  createEmbeddedEngine,
  createPreviews,
  type PipelinePlan,
  type PlanNode,
  type PreviewReport,
  type Previews,
} from '../../src/engine/port.ts';
import { STARTING_POINTS } from '../../src/service/starting-points/index.ts';
import { eventually } from '../harness/eventually.ts';
import { PIPELINE, planOf, SITE, sink, source, transform } from './harness/plans.ts';
import { isAlive } from './harness/process-bench.ts';

const HARNESS = join(import.meta.dirname, 'harness/preview-child.ts');
const EVENTS = 1000;

const rules = (field: string, operator: string, value: string) => ({
  match: 'all',
  rules: [{ field, operator, value }],
});

describe('a draft gives what the deployed pipeline delivers, byte for byte', () => {
  let folder: string;
  let engine: ReturnType<typeof createEmbeddedEngine>;
  let counters: Record<string, Counters> = {};
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'penstock-preview-'));
    engine = createEmbeddedEngine({ dataFolder: folder, siteId: SITE });
    engine.onReport((report) => {
      if (report.type === 'counters') counters = { ...counters, ...report.pipelines[PIPELINE] };
    });
    await engine.start();
  });
  afterAll(async () => {
    await engine.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  const file = (name: string) => join(folder, name);
  const toFile = (id: string, format: 'ndjson' | 'text') =>
    sink(id, { path: file(`${id}.log`), format, batch: {}, buffer: {} }, 'file');
  const fromFile = (id: string) => source(id, 'file_tail', { path: file(`${id}.log`) });
  const hostile = [
    '{"a":1',
    'zero \u0000 byte',
    '[]',
    '{"level":"\\ud800"}',
    'é ☃ 💥',
    '{"a":{"b":{}}}',
    '"',
  ];

  async function expectSame(plan: PipelinePlan, lines: readonly string[]): Promise<number> {
    const first = plan.nodes[0] as PlanNode;
    const report = await engine.preview({ ...plan, events: lines });
    writeFileSync(file(`${first.id}.log`), lines.map((line) => `${line}\n`).join(''));
    await engine.deploy(plan);
    let bytes = 0;
    for (const { id, nodeType } of plan.nodes) {
      if (nodeType !== 'SINK') continue;
      const shown = (report.nodes[id]?.results ?? [])
        .flatMap(({ after }) => after)
        .map((text) => `${text}\n`)
        .join('');
      await eventually(() => expect(readFileSync(file(`${id}.log`)).length).toBe(Buffer.byteLength(shown)));
      expect(readFileSync(file(`${id}.log`), 'utf8')).toBe(shown);
      expect(report.nodes[id]?.bytesOut).toBe(Buffer.byteLength(shown.replaceAll('\n', '')));
      bytes += shown.length;
    }
    await eventually(() => expect(measuredOf(plan)).toEqual(predictedOf(plan, report)));
    return bytes;
  }

  type Figures = Omit<PreviewReport['nodes'][string], 'results'>;
  const figuresOf = ({
    eventsIn,
    eventsOut,
    eventsDropped,
    errors,
    bytesIn,
    bytesOut,
  }: Figures): Figures => ({
    eventsIn,
    eventsOut,
    eventsDropped,
    errors,
    bytesIn,
    bytesOut,
  });
  const perNode = (plan: PipelinePlan, of: (id: string) => Figures | undefined) =>
    Object.fromEntries(plan.nodes.map(({ id }) => [id, of(id)]));
  const predictedOf = (plan: PipelinePlan, { nodes }: PreviewReport) =>
    perNode(plan, (id) => nodes[id] && figuresOf(nodes[id]));
  /** The preview counts dead letters as dropped. */
  const measuredOf = (plan: PipelinePlan) =>
    perNode(plan, (id) => {
      const now = counters[id];
      return now && figuresOf({ ...now, eventsDropped: now.eventsDropped + now.eventsDeadLetter });
    });

  const mixed = (format: 'json' | 'access_log') => {
    const make = lineMaker(format, 7);
    return Array.from({ length: EVENTS }, (_, n) =>
      n % 50 === 49 ? hostile[((n / 50) % hostile.length) | 0]! : make(n, 1_800_000_000_000 + n * 7),
    );
  };

  it('of access logs: grok, conditions, three branches and both formats', async () => {
    const plan = planOf(
      [
        fromFile('access'),
        transform('grok', 'parse_grok', { pattern: '%{COMBINEDAPACHELOG}', onError: 'tag' }),
        transform('route', 'route', {
          routes: [
            { name: 'failed', match: rules('response', 'starts_with', '5') },
            { name: 'assets', match: rules('request', 'contains', '/static') },
          ],
        }),
        transform('set', 'set_fields', {
          fields: [{ field: 'seen.by', value: '$' + '{verb} $' + '{request}' }],
          condition: rules('verb', 'equals', 'GET'),
        }),
        transform('off', 'filter', { action: 'drop', match: rules('verb', 'exists', '') }),
        toFile('failed', 'ndjson'),
        toFile('assets', 'text'),
        toFile('others', 'text'),
      ],
      ['access>grok', 'grok>route', 'route>failed', 'route>assets', 'route>set', 'set>off', 'off>others'],
      { disabled: ['off'] },
    );
    plan.metaInfo.route = { outputs: { failed: ['failed'], assets: ['assets'], unmatched: ['set'] } };
    expect(await expectSame(plan, mixed('access_log'))).toBeGreaterThan(100_000);
  });

  it('of JSON: parse, sample, remove, keep and rename', async () => {
    const plan = planOf(
      [
        fromFile('app'),
        transform('parse', 'parse_json', { onError: 'keep' }),
        transform('quiet', 'filter', { action: 'drop', match: rules('level', 'equals', 'debug') }),
        transform('some', 'sample', { mode: 'one_in', rate: 3, keyField: 'service' }),
        transform('trim', 'remove_fields', { fields: ['http.headers', 'kubernetes.labels'] }),
        transform('name', 'rename_fields', { fields: [{ from: 'trace_id', to: 'trace.id' }] }),
        toFile('plain', 'text'),
        toFile('wrapped', 'ndjson'),
      ],
      ['app>parse', 'parse>quiet', 'quiet>some', 'some>trim', 'trim>name', 'name>plain', 'name>wrapped'],
    );
    expect(await expectSame(plan, mixed('json'))).toBeGreaterThan(100_000);
  });

  it.each(STARTING_POINTS.map((point) => [point.id, point] as const))(
    'of the starting point %s with its own events',
    async (id, { sample, transforms }) => {
      const names = transforms.map((_, at) => `${id}-${at}`);
      const chain = [id, ...names, `${id}-out`];
      const plan = planOf(
        [
          fromFile(id),
          ...transforms.map(({ templateId, config }, at) => transform(names[at] ?? '', templateId, config)),
          toFile(`${id}-out`, 'ndjson'),
        ],
        chain.slice(1).map((to, at) => `${chain[at]}>${to}`),
      );
      expect(await expectSame(plan, sample)).toBeGreaterThan(500);
    },
  );
});

describe('a run is bounded, and what overruns harms nobody', () => {
  let patient: Previews;
  let impatient: Previews;
  beforeAll(() => {
    patient = createPreviews({ entry: HARNESS, timeLimitMs: 60_000 });
    impatient = createPreviews({ entry: HARNESS, timeLimitMs: 3000 });
  });
  afterAll(() => {
    patient.stop();
    impatient.stop();
  });

  const through = (templateId: string, config: Record<string, unknown> = {}) =>
    planOf([source('s'), transform('t', templateId, config), sink('d')], ['s>t', 't>d']);
  const run = (templateId: string, events: string[] = ['a'], previews = patient) =>
    previews.run({ ...through(templateId), events });
  const expectSound = async () => {
    expect((await run('parse_json', ['{}'])).nodes.d?.results[0]?.after).toEqual(['{}']);
  };

  it('keeps its process for the next run', async () => {
    await expectSound();
    const { pid } = patient;
    await expectSound();
    expect(patient.pid).toBe(pid);
  });

  it('lets 32 wait, and refuses more', async () => {
    const runs = await Promise.allSettled(Array.from({ length: 33 }, () => run('parse_json')));
    expect(runs.filter((one) => one.status === 'fulfilled')).toHaveLength(32);
    expect(runs.at(-1)).toMatchObject({ reason: { problem: { errorName: 'PreviewBusy' } } });
  });

  it('a failing transform makes a dead letter, as in the engine', async () => {
    const { nodes } = await run('throws');
    expect(nodes.t).toMatchObject({ eventsIn: 1, eventsOut: 0, eventsDropped: 1, errors: 1 });
    expect(nodes.t?.results).toMatchObject([
      { status: 'ERROR', after: [], message: "'node t' failed on an event: the transform broke" },
    ]);
  });

  it('writes no file and starts no process', async () => {
    for (const how of ['writes', 'starts']) {
      const { nodes } = await run(how);
      expect(nodes.t?.results).toMatchObject([
        { status: 'ERROR', message: expect.stringMatching(/Access to this API has been restricted/) },
      ]);
    }
  });

  it('reads with patterns that cannot backtrack without end', async () => {
    const match = rules('message', 'matches', '^(([a-z])+.)+[A-Z]([a-z])+$');
    const { nodes } = await patient.run({
      ...through('filter', { action: 'keep', match }),
      events: Array.from({ length: 20 }, () => 'a'.repeat(8192)),
    });
    expect(nodes.t).toMatchObject({ eventsIn: 20, eventsDropped: 20 });
  });

  it('ends work without an end, says so, and runs what comes next', async () => {
    const [endless, next] = await Promise.allSettled([
      run('endless', ['a'], impatient),
      run('parse_json', ['{}'], impatient),
    ]);
    expect(endless).toMatchObject({
      reason: { problem: { errorName: 'PreviewTooLong', message: 'The run was stopped after 3 s' } },
    });
    expect(next).toMatchObject({ status: 'fulfilled' });
  });

  it.each(['hoards', 'leaks', 'brims', 'fills'])(
    'ends a run out of memory without harming the next: %s',
    async (how) => {
      const events = Array.from({ length: 100 }, () => 'a');
      const [greedy, next] = await Promise.allSettled([run(how, events), run('ends')]);
      expect(greedy).toMatchObject({ reason: { problem: { errorName: 'PreviewTooMuchMemory' } } });
      expect(next).toMatchObject({ reason: { problem: { message: expect.stringMatching(/code 3/) } } });
    },
  );

  it('reports when its process ends by itself, and starts another', async () => {
    await expect(run('ends')).rejects.toMatchObject({
      problem: { errorName: 'PreviewCrashed', message: expect.stringMatching(/code 3/) },
    });
    await expectSound();
  });

  it('ends its process with the service, and runs nothing more', async () => {
    const { pid } = patient;
    patient.stop();
    await eventually(() => expect(isAlive(pid!)).toBe(false));
    await expect(run('parse_json')).rejects.toMatchObject({ problem: { errorName: 'PreviewCrashed' } });
  });
});
