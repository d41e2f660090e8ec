import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '../../src/engine/components/testing/free-port.ts';
import { Engine } from '../../src/engine/topology/engine.ts';
import { sendDatagrams } from './datagrams.ts';
import { withoutBroker } from './kafka-wire.ts';
import type { Receiver } from './receiver.ts';
import { buildGraph, contentOf, messagesOf, type Suite, topicFrom } from './suite.ts';

/** Runs all suites on one engine, beside each other; the receiver has what left it. Stop it in the end. */
export async function runOnEngine(
  suites: readonly Suite[],
  folder: string,
  receiver: Receiver,
): Promise<Engine> {
  const topics = new Map(suites.map((suite, n) => [topicFrom(n), messagesOf(suite)]));
  const components = withoutBroker(topics, (topic, value) => receiver.takeMessage(topic, value));
  const engine = new Engine(join(folder, 'engine'), '4', components);
  mkdirSync(join(folder, 'in'), { recursive: true });
  for (const [n, suite] of suites.entries()) {
    const path = join(folder, 'in', `${n}.log`);
    writeFileSync(path, contentOf(suite));
    const port = suite.from === 'udp' ? await freePort() : 0;
    const graph = buildGraph(suite, n, { path, port, url: receiver.url });
    await engine.deploy({ pipelineId: `3${n}`, siteId: '4', graphVersion: 1, mode: 'run', ...graph });
    if (port) await sendDatagrams(suite, port);
  }
  return engine;
}
