import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { type Built, buildPipeline } from '../../harness/pipelines.ts';
import { freePort } from '../../harness/product.ts';
import { nodeOf } from './graph.ts';
import { runByPalette } from './palette.ts';
import type { productOfFile } from './product.ts';
import { expect } from './test.ts';

type Running = ReturnType<typeof productOfFile>;

/** The events of the sample. */
export const LINES = [
  '{"level":"debug","user":{"id":7},"text":"a"}',
  '{"level":"info","user":{"id":8},"text":"b"}',
];
export const PARSE = 'Parse';

/** A pipeline from HTTP to a file; its transform is named `PARSE` unless others are given. */
export async function buildSampled(
  { api, siteId, product }: Running,
  name: string,
  transforms = [{ name: PARSE, templateId: 'parse_json', config: {} }],
) {
  const port = await freePort();
  const built = await buildPipeline(api, siteId, {
    name,
    source: { name: `In ${name}`, templateId: 'http_server', config: { port } },
    transforms,
    sinks: [
      {
        name: `Out ${name}`,
        templateId: 'file',
        config: { path: join(product.dataFolder, `${name}.ndjson`), format: 'ndjson' },
      },
    ],
  });
  return { ...built, port };
}

/** Stores the sample; with expectations it is a pinned test. */
export const keepSample = (
  { api }: Running,
  { pipelineId, sinkIds: [sinkId = ''] }: Built,
  expected: string[] | undefined,
) =>
  api.call('createSample', {
    body: {
      sample: {
        pipelineId,
        name: 'Two lines',
        events: LINES,
        ...(expected ? { expected: { [sinkId]: expected.map((text) => [text]) }, pinned: true } : {}),
      },
    },
  });

export const previewOf = (page: Page) => page.getByRole('region', { name: 'Preview', exact: true });

export const dialogOf = (page: Page, name: string) => page.getByRole('dialog', { name });

export async function openSample(page: Page, { product }: Running, built: Built): Promise<void> {
  await page.goto(`${product.url}/pipelines/${built.pipelineId}`);
  await nodeOf(page, PARSE).focus();
  await runByPalette(page, 'Open a sample', 'Two lines');
  await expect(previewOf(page)).toContainText('Two lines, 2 events');
}
