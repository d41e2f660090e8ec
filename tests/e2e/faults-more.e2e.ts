// Slow: waits for what an engine really does, retries with backoff among it.

import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buildPipeline, type ComponentSpec, deployPipeline } from '../harness/pipelines.ts';
import { freePort } from '../harness/product.ts';
import { expectTold, type Fault } from './support/faults.ts';
import { productOfFile } from './support/product.ts';
import { test } from './support/test.ts';

const running = productOfFile();
test.describe.configure({ timeout: 300_000 });

const FAULTS: Fault[] = [
  {
    node: 'refusing store',
    pipeline: 'to-refusing',
    health: /Failing.*Nothing is delivered/,
    errorName: 'CredentialsRefused',
    cause: 'User, password or token is wrong or has expired',
    resolution: 'Correct the authentication of the destination',
    notification: /'refusing store' is not receiving data from 'to-refusing'/,
  },
  {
    node: 'broken store',
    pipeline: 'to-broken',
    health: /Failing.*Nothing is delivered/,
    errorName: 'ReceiverFailed',
    cause: 'The receiver has a fault or is overloaded',
    resolution: 'Check the logs of the receiver',
    notification: /'broken store' is not receiving data from 'to-broken'/,
  },
  {
    node: 'Own script',
    pipeline: 'scripted',
    health: /Failing/,
    errorName: 'ScriptError',
    cause: 'The script does something this event does not allow',
    resolution: 'Try the script on sample events in the preview',
    notification: /New in 'scripted': /,
  },
  {
    node: 'Find number',
    pipeline: 'matched',
    health: /Failing/,
    errorName: 'RegexNoMatch',
    cause: 'Some lines have another layout than the pattern expects',
    resolution: 'Compare the example event with the pattern',
    notification: /New in 'matched': The text in .* does not match the pattern/,
  },
  {
    node: 'small intake',
    pipeline: 'sent-much',
    health: /At risk.*warning/,
    errorName: 'RequestTooLarge',
    cause: 'Batches of the sender exceed the limits of the source',
    resolution: 'Configure the sender to send smaller batches',
    notification: /New in 'sent-much': A request was refused/,
  },
];

const receivers: Server[] = [];
let sender: NodeJS.Timeout | undefined;

async function answering(status: number): Promise<string> {
  const server = createServer((request, response) =>
    request.resume().on('end', () => response.writeHead(status).end()),
  );
  receivers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/in`;
}

test.beforeAll(async () => {
  const port = await freePort();
  const lines = (name: string): ComponentSpec => ({
    name,
    templateId: 'generator',
    config: { format: 'access_log', eventsPerSecond: 5 },
  });
  const nowhere = (name: string): ComponentSpec => ({ name, templateId: 'blackhole', config: {} });
  const http = (name: string, url: string): ComponentSpec => ({ name, templateId: 'http', config: { url } });
  const specs = [
    {
      name: 'to-refusing',
      source: lines('lines 1'),
      transforms: [],
      sinks: [http('refusing store', await answering(401))],
    },
    {
      name: 'to-broken',
      source: lines('lines 2'),
      transforms: [],
      sinks: [http('broken store', await answering(500))],
    },
    {
      name: 'scripted',
      source: lines('lines 3'),
      transforms: [{ name: 'Own script', templateId: 'script', config: { code: 'event.user.name.length' } }],
      sinks: [nowhere('out 3')],
    },
    {
      name: 'matched',
      source: lines('lines 4'),
      transforms: [
        { name: 'Find number', templateId: 'parse_regex', config: { pattern: '^number (?<number>\\d+)$' } },
      ],
      sinks: [nowhere('out 4')],
    },
    {
      name: 'sent-much',
      source: { name: 'small intake', templateId: 'http_server', config: { port, maxBodyBytes: 1024 } },
      transforms: [],
      sinks: [nowhere('out 5')],
    },
  ];
  for (const spec of specs) {
    const built = await buildPipeline(running.api, running.siteId, spec);
    await deployPipeline(running.api, built);
  }
  const sendMuch = () =>
    fetch(`http://127.0.0.1:${port}/`, { method: 'POST', body: 'x'.repeat(4000) }).catch(() => undefined);
  sender = setInterval(sendMuch, 1000);
});
test.afterAll(() => {
  clearInterval(sender);
  for (const server of receivers) {
    server.closeAllConnections();
    server.close();
  }
});

test('five faults: health, error with cure, notification and indicator each [R2.1-22, R2.2-13, R2.5-10 … R2.5-12]', async ({
  page,
}) => {
  await expectTold(page, running.product, FAULTS);
});
