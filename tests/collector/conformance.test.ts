import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { DESTINATIONS } from '../../src/collector/destinations.ts';
import { SOURCES } from '../../src/collector/sources.ts';
import { TRANSFORMS } from '../../src/collector/transforms.ts';
import { ROUTE_TEMPLATE_ID } from '../../src/contract/route-outputs.ts';
import type { Engine } from '../../src/engine/topology/engine.ts';
import { makeTempFolder, removeFolder } from '../harness/temp-folder.ts';
import { runOnEngine } from './engine-run.ts';
import { expectAll } from './expected.ts';
import { Receiver } from './receiver.ts';
import { suiteName } from './suite.ts';
import { countCases, SUITES } from './suites.ts';

let engine: Engine | null = null;
let receiver: Receiver | null = null;
afterEach(async () => {
  await engine?.stop(0);
  await receiver?.stop();
});

it('the engine sends what is pinned for every conformance case', async () => {
  const folder = makeTempFolder();
  receiver = await Receiver.start();
  engine = await runOnEngine(SUITES, folder, receiver);
  await expectAll(receiver);
  await engine.stop(0);
  removeFolder(folder);
});

it('every rendered component has twenty conformance cases, as documented', () => {
  const counts = Object.entries(countCases());
  expect(counts.filter(([, count]) => count < 20)).toEqual([]);
  const rendered = Object.keys({ ...SOURCES, ...TRANSFORMS, ...DESTINATIONS, [ROUTE_TEMPLATE_ID]: null });
  expect(counts.map(([name]) => name).sort()).toEqual(rendered.filter((name) => name !== 'blackhole').sort());
  expect(new Set(SUITES.map(suiteName)).size).toBe(SUITES.length);
  const docs = readFileSync(join(import.meta.dirname, '../../src/docs/collector-pipelines.md'), 'utf8');
  const documented = [...docs.matchAll(/^\| `(\w+)` \| (\d+) \| the same \| the same \|$/gm)];
  expect(documented.map(([, name, count]) => [name, Number(count)])).toEqual(counts);
});
