import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { PipelinePlan } from '../types/plan.ts';
import { openAgentStore } from './agent-store.ts';

const NOT_DEBUG = { field: 'level', operator: 'not_equals', value: 'debug' };
const plan = (match: unknown): PipelinePlan => ({
  pipelineId: 'p',
  siteId: '1',
  name: 'p',
  graphVersion: 1,
  mode: 'run',
  nodes: [
    {
      id: 'f',
      componentId: 'f',
      nodeType: 'TRANSFORM',
      name: 'f',
      templateId: 'filter',
      config: { action: 'keep', match },
    },
  ],
  edges: {},
  metaInfo: {},
});

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'penstock-agent-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test('agent store: plans of an earlier version keep the meaning of their conditions', () => {
  const former = openAgentStore(folder);
  former.keepPlan(plan({ match: 'all', rules: [NOT_DEBUG] }));
  former.close();
  const db = new DatabaseSync(join(folder, 'engine.db'));
  db.exec('pragma user_version = 0');
  db.close();

  const store = openAgentStore(folder);
  const asking = plan({ match: 'all', rules: [NOT_DEBUG, { field: 'level', operator: 'exists' }] });
  expect(store.plan('p')).toEqual(asking);
  const newer = plan({ match: 'all', rules: [NOT_DEBUG] });
  store.keepPlan(newer);
  store.close();
  const again = openAgentStore(folder);
  expect(again.plan('p')).toEqual(newer);
  again.close();
});
