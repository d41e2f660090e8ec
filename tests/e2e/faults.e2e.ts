// Slow: waits for what an engine really does, retries with backoff among it.

import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildPipeline, type ComponentSpec, deployPipeline } from '../harness/pipelines.ts';
import { freePort } from '../harness/product.ts';
import { expectTold, type Fault } from './support/faults.ts';
import { productOfFile } from './support/product.ts';
import { test } from './support/test.ts';

const running = productOfFile();
test.describe.configure({ timeout: 300_000 });

const FAULTS: Fault[] = [
  {
    node: 'siem',
    pipeline: 'to-siem',
    health: /Failing.*Nothing is delivered/,
    errorName: 'ConnectionRefused',
    cause: 'The receiver is not running',
    resolution: 'Start the receiver',
    notification: /'siem' is not receiving data from 'to-siem'/,
  },
  {
    node: 'Parse access',
    pipeline: 'parsed',
    health: /Failing/,
    errorName: 'GrokNoMatch',
    cause: 'Some lines have another layout than the pattern expects',
    resolution: 'Compare the example event with the pattern',
    notification: /New in 'parsed': The text in message matches no pattern/,
  },
  {
    node: 'archive file',
    pipeline: 'to-disk',
    health: /Failing.*Nothing is delivered/,
    errorName: 'DiskFull',
    cause: 'The disk is full',
    resolution: 'Free space on the disk: writing continues automatically',
    notification: /'archive file' is not receiving data from 'to-disk'/,
  },
  {
    node: 'intake',
    pipeline: 'sent-in',
    health: /Failing|At risk/,
    errorName: 'MalformedJson',
    cause: 'The sender does not write valid JSON',
    resolution: 'Correct the line at the sender',
    notification: /New in 'sent-in': A request was refused/,
  },
];

let folder = '';
let sender: NodeJS.Timeout | undefined;

test.beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'penstock-faults-'));
  const full = join(folder, 'full.ndjson');
  symlinkSync('/dev/full', full);
  const [downPort, intakePort] = [await freePort(), await freePort()];
  const lines = (name: string): ComponentSpec => ({
    name,
    templateId: 'generator',
    config: { format: 'access_log', eventsPerSecond: 20 },
  });
  const nowhere = (name: string): ComponentSpec => ({ name, templateId: 'blackhole', config: {} });
  const specs = [
    {
      name: 'to-siem',
      source: lines('lines 1'),
      transforms: [],
      sinks: [{ name: 'siem', templateId: 'http', config: { url: `http://127.0.0.1:${downPort}/in` } }],
    },
    {
      name: 'parsed',
      source: lines('lines 2'),
      transforms: [
        { name: 'Parse access', templateId: 'parse_grok', config: { pattern: '^%{UUID:id} %{WORD:verb}$' } },
      ],
      sinks: [nowhere('out 2')],
    },
    {
      name: 'to-disk',
      source: lines('lines 3'),
      transforms: [],
      sinks: [{ name: 'archive file', templateId: 'file', config: { path: full, format: 'ndjson' } }],
    },
    {
      name: 'sent-in',
      source: { name: 'intake', templateId: 'http_server', config: { port: intakePort } },
      transforms: [],
      sinks: [nowhere('out 4')],
    },
  ];
  for (const spec of specs) {
    const built = await buildPipeline(running.api, running.siteId, spec);
    await deployPipeline(running.api, built);
  }
  const sendOops = () =>
    fetch(`http://127.0.0.1:${intakePort}/`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"a":oops}',
    }).catch(() => undefined);
  sender = setInterval(sendOops, 1000);
});
test.afterAll(() => {
  clearInterval(sender);
  rmSync(folder, { recursive: true, force: true });
});

test('four faults: health, error with cure, notification and indicator each [R2.1-22, R2.2-13, R2.5-10 … R2.5-12]', async ({
  page,
}) => {
  await expectTold(page, running.product, FAULTS);
});
