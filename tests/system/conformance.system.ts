import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { renderGraph } from '../../src/collector/render.ts';
import { expectAll } from '../collector/expected.ts';
import { Receiver } from '../collector/receiver.ts';
import { buildGraph, contentOf, suiteName } from '../collector/suite.ts';
import { SUITES } from '../collector/suites.ts';
import { makeTempFolder } from '../harness/temp-folder.ts';
import { Collector } from './collector.ts';
import { buildRenderedCollector, RENDERED_COLLECTOR } from './rendered-collector.ts';

const NO_METRICS = 'service: { telemetry: { metrics: { level: none } } }\n';

let collector: Collector;
let receiver: Receiver;
beforeAll(() => {
  buildRenderedCollector();
}, 1_800_000);
afterEach(async () => {
  await collector.kill();
  await receiver.stop();
});

describe(`${RENDERED_COLLECTOR} with rendered pipelines`, () => {
  it('sends for every conformance case what the engine sends', async () => {
    const folder = makeTempFolder();
    collector = new Collector(folder, buildRenderedCollector);
    receiver = await Receiver.start();
    mkdirSync(join(folder, 'in'));
    const configs = SUITES.map((suite, n) => {
      const path = join(folder, 'in', `${n}.log`);
      writeFileSync(path, contentOf(suite));
      const { content, refusals } = renderGraph(buildGraph(suite, n, path, receiver.url));
      expect({ suite: suiteName(suite), refusals }).toEqual({ suite: suiteName(suite), refusals: [] });
      return content ?? '';
    });
    await collector.start([...configs, NO_METRICS]);
    await expectAll(receiver).catch((error: unknown) => {
      throw new Error(collector.log(), { cause: error });
    });
  });
});
