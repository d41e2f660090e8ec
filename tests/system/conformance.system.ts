import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { renderGraph } from '../../src/collector/render.ts';
import { freePort } from '../../src/engine/components/testing/free-port.ts';
import { sendDatagrams } from '../collector/datagrams.ts';
import { expectAll } from '../collector/expected.ts';
import { Receiver, readMessage } from '../collector/receiver.ts';
import {
  buildGraph,
  contentOf,
  messagesOf,
  type Suite,
  suiteName,
  topicFrom,
  topicTo,
} from '../collector/suite.ts';
import { SUITES } from '../collector/suites.ts';
import { eventually } from '../harness/eventually.ts';
import { makeTempFolder } from '../harness/temp-folder.ts';
import { Collector } from './collector.ts';
import { Broker } from './kafka-broker.ts';
import { buildRenderedCollector, RENDERED_COLLECTOR } from './rendered-collector.ts';

const NO_METRICS = 'service: { telemetry: { metrics: { level: none } } }\n';

let collector: Collector;
let receiver: Receiver;
const broker = new Broker();
beforeAll(async () => {
  buildRenderedCollector();
  await broker.begin();
}, 1_800_000);
afterAll(() => broker.end());
afterEach(async () => {
  await collector.kill();
  await receiver.stop();
});

/** Ports of this machine that take datagrams over IPv4. */
const listBound = (): number[] =>
  [...readFileSync('/proc/net/udp', 'utf8').matchAll(/^ *\d+: \w+:(\w{4}) /gm)].map(([, port = '']) =>
    Number.parseInt(port, 16),
  );

async function prepareTopics(): Promise<void> {
  for (const [n, suite] of SUITES.entries()) {
    if (suite.from === 'kafka') {
      await broker.makeTopic(topicFrom(n), 1);
      await broker.send(topicFrom(n), messagesOf(suite));
    }
    if (suite.to)
      for (const output of suite.outputs ?? ['all']) await broker.makeTopic(topicTo(n, output), 1);
  }
}

describe(`${RENDERED_COLLECTOR} with rendered pipelines`, () => {
  it('sends for every conformance case what the engine sends', async () => {
    const folder = makeTempFolder();
    collector = new Collector(folder, buildRenderedCollector);
    receiver = await Receiver.start();
    mkdirSync(join(folder, 'in'));
    await prepareTopics();
    const ports = await Promise.all(SUITES.map(({ from }) => (from === 'udp' ? freePort() : 0)));
    const configs = SUITES.map((suite, n) => {
      const path = join(folder, 'in', `${n}.log`);
      writeFileSync(path, contentOf(suite));
      const { content, refusals } = renderGraph(
        buildGraph(suite, n, { path, port: ports[n], url: receiver.url, brokers: broker.brokers }),
      );
      expect({ suite: suiteName(suite), refusals }).toEqual({ suite: suiteName(suite), refusals: [] });
      return content ?? '';
    });
    await collector.start([...configs, NO_METRICS]);
    await eventually(() => expect(listBound()).toEqual(expect.arrayContaining(ports.filter(Boolean))));
    for (const [n, suite] of SUITES.entries()) if (ports[n]) await sendDatagrams(suite, ports[n]);
    const of = (n: number, output: string, suite: Suite) =>
      suite.to ? broker.read(topicTo(n, output)).map(readMessage) : receiver.of(n, output);
    await expectAll(receiver, of).catch((error: unknown) => {
      throw new Error(collector.log(), { cause: error });
    });
  });

  it('events that are no message are dropped alone', async () => {
    const folder = makeTempFolder();
    collector = new Collector(folder, buildRenderedCollector);
    receiver = await Receiver.start();
    const path = join(folder, 'long.log');
    const [fits, tooLong] = ['<'.repeat(166_000), '<'.repeat(167_000)];
    writeFileSync(path, ['x'.repeat(998_000), 'y'.repeat(1_000_000), fits, tooLong, 'last', ''].join('\n'));
    const suite: Suite = { component: 'kafka', title: 'long events', to: 'kafka', steps: [], lines: [] };
    const n = SUITES.length;
    await broker.makeTopic(topicTo(n, 'all'), 1);
    const { content } = renderGraph(
      buildGraph(suite, n, { path, url: receiver.url, brokers: broker.brokers }),
    );
    await collector.start([content ?? '', NO_METRICS]);
    await expect
      .poll(() => broker.read(topicTo(n, 'all')).map((text) => JSON.parse(text).message.length), {
        timeout: 60_000,
      })
      .toEqual([998_000, fits.length, 4]);
  });
});
