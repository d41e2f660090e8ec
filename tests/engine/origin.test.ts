import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { validateConfig } from '../../src/engine/components/catalogue.ts';
import { components } from '../../src/engine/components/registry.ts';
import type { DeadLetter, PlanNode, TapEvent } from '../../src/engine/port.ts';
import { Engine } from '../../src/engine/topology/engine.ts';
import { eventually } from '../harness/eventually.ts';
import { expectAccounted } from './harness/bench.ts';
import { PIPELINE, planOf, SITE, sink, source, transform } from './harness/plans.ts';
import { freePort } from './harness/process-bench.ts';

const PATIENCE_MS = 30_000;
type Config = Record<string, unknown>;
type Written = Record<string, unknown>;

let folder = '';
let engine: Engine;
let port = 0;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'penstock-origin-'));
  engine = new Engine(folder, SITE, components);
  port = await freePort();
});
afterEach(async () => {
  await engine.stop(0);
  expectAccounted(engine.counters());
  rmSync(folder, { recursive: true, force: true });
});

const checked = (nodeType: PlanNode['nodeType'], templateId: string, config: Config): Config => {
  const { config: valid, details } = validateConfig(nodeType, templateId, config);
  expect(details).toBeUndefined();
  return valid!;
};
const tcp = () => source('in', 'tcp', checked('SOURCE', 'tcp', { port }));
const toFile = (config: Config = {}) =>
  sink('out', checked('SINK', 'file', { path: join(folder, 'out.log'), ...config }), 'file');
const setFields = (...fields: Config[]) =>
  transform('set', 'set_fields', checked('TRANSFORM', 'set_fields', { fields }));

const send = (...lines: string[]): Promise<void> =>
  new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1').on('error', reject);
    socket.end(lines.map((line) => `${line}\n`).join(''), () => resolve());
  });
const readJson = (): Written[] =>
  readFileSync(join(folder, 'out.log'), 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Written);
const written = async (count: number): Promise<Written[]> => {
  await eventually(() => expect(engine.counters()[PIPELINE]!.out!.eventsOut).toBe(count), PATIENCE_MS);
  return readJson();
};
const DATE = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

it.each(['disk', 'memory'])(
  'transforms and destinations read it, through a buffer in %s [R16]',
  async (mode) => {
    const set = setFields(
      { field: 'from', type: 'field', value: '@origin.sender' },
      { field: 'where', type: 'text', value: `\${@origin.listener} of \${@origin.source}` },
    );
    const only = transform('only', 'filter', {
      action: 'keep',
      match: {
        match: 'all',
        rules: [{ field: '@origin.sender', operator: 'in_cidr', value: '127.0.0.0/8' }],
      },
    });
    const out = toFile({ origin: true, buffer: { mode } });
    await engine.deploy(planOf([tcp(), only, set, out], ['in>only', 'only>set', 'set>out']));
    await send('one', 'two');
    const events = await written(2);
    expect(events).toEqual(
      ['one', 'two'].map((message) => ({
        message,
        from: '127.0.0.1',
        where: `127.0.0.1:${port} of node in`,
        '@origin': {
          source: 'node in',
          received: expect.stringMatching(DATE),
          sender: '127.0.0.1',
          listener: `127.0.0.1:${port}`,
        },
      })),
    );
  },
);

it('lines of a file name their file and the byte where they begin', async () => {
  const path = join(folder, 'app.log');
  writeFileSync(path, 'ä1\n\nsecond\n');
  const tail = source('in', 'file_tail', checked('SOURCE', 'file_tail', { path }));
  const set = setFields({ field: 'place', type: 'text', value: `\${@origin.file}#\${@origin.offset}` });
  await engine.deploy(planOf([tail, set, toFile()], ['in>set', 'set>out']));
  await written(2);
  appendFileSync(path, 'third\n');
  const places = (await written(3)).map(({ place }) => place);
  expect(places).toEqual([`${path}#0`, `${path}#5`, `${path}#12`]);
});

it('what is made of an event has its origin, in an isolated process too', async () => {
  const nodes = [
    tcp(),
    transform('parse', 'parse_json', checked('TRANSFORM', 'parse_json', {})),
    transform('each', 'unroll', checked('TRANSFORM', 'unroll', { field: 'items' })),
    transform(
      'script',
      'script',
      checked('TRANSFORM', 'script', { code: 'event.seen = exact("@origin.sender")' }),
    ),
    setFields({ field: 'sender', type: 'field', value: '@origin.sender' }),
    toFile(),
  ];
  await engine.deploy(planOf(nodes, ['in>parse', 'parse>each', 'each>script', 'script>set', 'set>out']));
  await send('{"items":[1,2]}');
  const events = await written(2);
  expect(events).toEqual([1, 2].map((items) => ({ items, seen: '127.0.0.1', sender: '127.0.0.1' })));
}, 60_000);

it('is not kept where nothing reads it, and a capture shows it while it runs', async () => {
  await engine.deploy(planOf([tcp(), toFile()], ['in>out']));
  await send('before');
  await written(1);
  const seen: TapEvent[] = [];
  const tap = engine.tap(
    { pipelineId: PIPELINE, componentId: 'in', limit: 10 },
    (events) => seen.push(...events),
    () => {},
  );
  await send('during');
  await written(2);
  tap.end('done');
  await send('after');
  expect(await written(3)).toEqual(['before', 'during', 'after'].map((message) => ({ message })));
  expect(seen.map(({ text }) => text)).toEqual(['during']);
  expect(JSON.parse(seen[0]!.origin!)).toMatchObject({ source: 'node in', sender: '127.0.0.1' });
});

it('a dead letter keeps it, also after an edit and a replay', async () => {
  const set = setFields({ field: 'from', type: 'field', value: '@origin.sender' });
  const web = source('in', 'http_server', checked('SOURCE', 'http_server', { port, format: 'ndjson' }));
  await engine.deploy(planOf([web, set, toFile()], ['in>set', 'set>out']));
  await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', body: '{"n":1}\n{"n":}\n' });
  await written(1);
  const all = { siteId: SITE, choice: {} };
  const { letters } = await engine.answerDeadLetters({ ...all, do: 'list', offset: 0, limit: 10 });
  const [{ id, revision, origin = '' }] = letters as [DeadLetter];
  expect(JSON.parse(origin)).toMatchObject({ source: 'node in', sender: '127.0.0.1' });
  await engine.answerDeadLetters({ siteId: SITE, do: 'edit', id, revision, event: '{"n":2}' });
  await engine.answerDeadLetters({ ...all, do: 'replay', to: 'start', after: 0 });
  expect(await written(2)).toEqual([1, 2].map((n) => ({ n, from: '127.0.0.1' })));
});
