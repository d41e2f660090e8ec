import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { DeadLetters } from './dead-letters.ts';
import { ErrorLog } from './error-log.ts';
import { ComponentMetrics } from './metrics.ts';

const folder = mkdtempSync(join(tmpdir(), 'penstock-dead-letters-'));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const problem = { errorName: 'NotTaken', message: 'Nobody took it', causes: ['a'], resolutions: ['b'] };

it('the newest dead letters stay in three bounded files, whole lines', async () => {
  const deadLetters = new DeadLetters(folder, '3', new ErrorLog(), { giveUp: () => {} }, 2000);
  const owner = { pipelineId: '3', componentId: '2', nodeId: '2', metrics: new ComponentMetrics() };
  for (let n = 0; n < 100; n++)
    await new Promise<void>((done) => deadLetters.add(owner, problem, `event ${n}`, done));
  await deadLetters.settled();
  expect(owner.metrics.eventsDeadLetter).toBe(100);
  const names = ['3.ndjson.2', '3.ndjson.1', '3.ndjson'];
  expect(readdirSync(folder).sort()).toEqual([...names].sort());
  for (const name of names) expect(statSync(join(folder, name)).size).toBeLessThanOrEqual(2000);
  const lines = names.flatMap((name) => readFileSync(join(folder, name), 'utf8').trim().split('\n'));
  const events = lines.map((line) => JSON.parse(line).event);
  expect(events.length).toBeGreaterThan(20);
  expect(events).toEqual(Array.from(events, (_, i) => `event ${100 - events.length + i}`));
});
