import { expect, test } from 'vitest';
import type { ExplainEntry } from '../../../contract/entities/explain.ts';
import { buildEntryLink, getEntryLook } from './entry-look.ts';

const AT = 1_763_700_000;
const SITE = '400000000000000001';
const PIPELINE = '300000000000000001';
const NODE = '200000000000000001';
const entry = (more: Partial<ExplainEntry>): ExplainEntry => ({
  at: AT,
  kind: 'deployment',
  severity: 'informational',
  title: '',
  detail: '',
  by: '',
  pipelineId: PIPELINE,
  pipelineName: 'web',
  nodeId: '',
  graphVersion: 3,
  ...more,
});
const AROUND = `time=${AT - 900}-${AT + 900}`;

test('a deployment links to its version, with the time range around it', () => {
  expect(buildEntryLink(entry({}), SITE)).toBe(
    `/pipelines/${PIPELINE}?site=${SITE}&view=overview&version=3&${AROUND}`,
  );
});

test('an error links to the errors, a source edit to the graph', () => {
  expect(buildEntryLink(entry({ kind: 'error', nodeId: NODE }), SITE)).toContain('view=errors&version=3');
  expect(buildEntryLink(entry({ kind: 'edit', nodeId: NODE }), SITE)).toContain(`node=${NODE}`);
});

test('entries without a pipeline link to the source, or the notifications', () => {
  expect(buildEntryLink(entry({ kind: 'edit', pipelineId: '', nodeId: NODE }), SITE)).toBe(
    `/sources/${NODE}`,
  );
  expect(buildEntryLink(entry({ kind: 'engine', pipelineId: '' }), SITE)).toBe(
    `/events/notifications?${AROUND}`,
  );
});

test('trouble shows by its severity, whatever it is of', () => {
  expect(getEntryLook(entry({ severity: 'error' })).shape).toBe('octagon');
  expect(getEntryLook(entry({ severity: 'warning', kind: 'source' })).shape).toBe('triangle');
  expect(getEntryLook(entry({})).shape).toBe('check');
  expect(getEntryLook(entry({ kind: 'edit' })).shape).toBe('dashed');
});
