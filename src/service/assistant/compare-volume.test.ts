import { expect, test } from 'vitest';
import { compareVolume } from './compare-volume.ts';
import type { KnownPipeline, Span, Tools } from './tools.ts';

const span: Span = {
  range: { 'timeRange.startUnixTimeSeconds': 86_400, 'timeRange.endUnixTimeSeconds': 172_800 },
  words: 'the last day',
};
const web = { id: '300000000000000001', name: 'web-logs' } as KnownPipeline;

const toolsOf = (totals: Record<number, [number, number][]>) =>
  ({
    siteId: '400000000000000001',
    call: async (_: string, { query }: { query: Record<string, number> }) => ({
      data: {
        pipelineSummaries: Object.fromEntries(
          (totals[query['timeRange.startUnixTimeSeconds'] ?? 0] ?? []).map(([input, output], index) => [
            String(index),
            { totalInputDataBytes: input, totalOutputDataBytes: output },
          ]),
        ),
      },
    }),
  }) as unknown as Tools;

test('a question why is answered by the share of both times', async () => {
  const tools = toolsOf({ 86400: [[1000, 800]], 0: [[1000, 400]] });
  expect(await compareVolume(web, span, tools)).toBe(
    "Optimization of 'web-logs' was 20.0 % in the last day, and 60.0 % in as long before (1 KB in and 800 B out, before 1 KB in and 400 B out).",
  );
});

test('of a site all pipelines are added up', async () => {
  const both: [number, number][] = [
    [1000, 500],
    [3000, 500],
  ];
  expect(await compareVolume(undefined, span, toolsOf({ 86400: both, 0: both }))).toContain(
    'Optimization of the site was 75.0 % in the last day, and 75.0 % in as long before',
  );
});

test('where nothing flowed no share is given', async () => {
  expect(await compareVolume(web, span, toolsOf({ 86400: [[1000, 800]] }))).toBe(
    "Optimization of 'web-logs' was 20.0 % in the last day (1 KB in and 800 B out). Nothing flowed in as long before.",
  );
  expect(await compareVolume(web, span, toolsOf({}))).toBe(
    "Nothing flowed through 'web-logs' in the last day.",
  );
});
