import { afterEach, beforeEach, expect, test } from 'vitest';
import { createExchange, expectDone, WEB } from './support/exchange.ts';
import { startService, type TestService } from './support/service.ts';

let api: TestService;
beforeEach(async () => {
  api = await startService();
  expectDone(await importText(WEB));
});
afterEach(() => api.stop());

const { importText } = createExchange(() => api);

async function fetchLineages(graphVersion: number): Promise<Record<string, string>> {
  const [pipeline] = (await api.call('listPipelines')).body.pipelines;
  const answer = await api.call('getGraph', { path: { pipelineId: pipeline.id, graphVersion } });
  const nodes = Object.values<{ name: string; nodeType: string; componentId: string }>(
    answer.body.graph.nodes,
  ).filter(({ nodeType }) => nodeType === 'TRANSFORM');
  return Object.fromEntries(nodes.map(({ name, componentId }) => [name, componentId]));
}

/** The same definition with other transforms, all parsers: name, field, next node. */
function buildParsing(first: string[], ...transforms: [name: string, field: string, to: string][]): string {
  const head = WEB.slice(0, WEB.indexOf('      - transform: Parse')).replace(
    '          - Parse\n',
    first.map((name) => `          - ${name}\n`).join(''),
  );
  return `${head}${transforms
    .map(
      ([name, field, to]) =>
        `      - {transform: ${name}, type: parse_json, config: {field: ${field}}, to: [${to}]}\n`,
    )
    .join('')}`;
}

test('a renamed transform keeps its counts, unless two could match', async () => {
  const before = await fetchLineages(1);
  const renamed = WEB.replace('- Parse\n', '- Read\n').replace('transform: Parse', 'transform: Read');
  expectDone(await importText(renamed));
  expect(await fetchLineages(2)).toEqual({ Read: before.Parse });
  const twin = (name: string, to: string) =>
    `      - {transform: ${name}, type: parse_json, notes: "Two\\nlines", to: [${to}]}\n`;
  const two = `${WEB.slice(0, WEB.indexOf('      - transform: Parse')).replace('- Parse\n', '- One\n')}${twin('One', 'Other')}${twin('Other', 'web sink')}`;
  expectDone(await importText(two));
  const after = Object.values(await fetchLineages(3));
  expect(after).toHaveLength(2);
  expect(after).not.toContain(before.Parse);
});

test('a transform renamed and changed keeps its counts by place', async () => {
  const before = await fetchLineages(1);
  expectDone(await importText(buildParsing(['Read'], ['Read', 'body', 'web sink'])));
  expect(await fetchLineages(2)).toEqual({ Read: before.Parse });
});

test('transforms in a row keep the counts of their places', async () => {
  expectDone(
    await importText(buildParsing(['First'], ['First', 'a', 'Second'], ['Second', 'b', 'web sink'])),
  );
  const before = await fetchLineages(2);
  expectDone(await importText(buildParsing(['Outer'], ['Outer', 'c', 'Inner'], ['Inner', 'd', 'web sink'])));
  expect(await fetchLineages(3)).toEqual({ Outer: before.First, Inner: before.Second });
});

test('two similar transforms, renamed and changed, keep no counts', async () => {
  const two = (a: string, b: string, fields: [string, string]) =>
    buildParsing([a, b], [a, fields[0], 'web sink'], [b, fields[1], 'web sink']);
  expectDone(await importText(two('Left', 'Right', ['a', 'b'])));
  const before = Object.values(await fetchLineages(2));
  expectDone(await importText(two('Port', 'Starboard', ['c', 'd'])));
  const after = Object.values(await fetchLineages(3));
  expect(after).toHaveLength(2);
  for (const one of after) expect(before).not.toContain(one);
});

test('another type in its place starts new counts', async () => {
  const before = await fetchLineages(1);
  expectDone(
    await importText(
      buildParsing(['Keep'], ['Keep', 'x', 'web sink']).replace(
        'type: parse_json, config: {field: x}',
        'type: sample, config: {}',
      ),
    ),
  );
  expect((await fetchLineages(2)).Keep).not.toBe(before.Parse);
});
