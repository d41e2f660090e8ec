import { expect, test } from 'vitest';
import { trySteps } from './try-steps.ts';

const EVENTS = [
  { level: 'debug', note: '' },
  { level: 'debug', note: '' },
  { level: 'debug', note: '' },
  { level: 'info', note: 'x' },
].map((event) => JSON.stringify(event));

const isDebug = { match: 'all', rules: [{ field: 'level', operator: 'equals', value: 'debug' }] };
const run = (steps: Parameters<typeof trySteps>[0]['steps'], events = EVENTS) =>
  trySteps({ events, isText: [], steps });

test('steps that save volume are tried on events, the largest saving first [R6-18]', () => {
  const [drop, sample, remove, ...others] = run([
    { templateId: 'remove_fields', title: 'note', config: { fields: ['note'] } },
    { templateId: 'sample', title: 'debug', config: { mode: 'one_in', rate: 3, condition: isDebug } },
    { templateId: 'filter', title: 'drop', config: { action: 'drop', match: isDebug } },
    { templateId: 'remove_fields', title: 'none', config: { fields: ['absent'] } },
  ]);
  const before = EVENTS.join('').length;
  expect(drop).toMatchObject({ title: 'drop', matched: 3, bytes: { before, after: EVENTS[3]!.length } });
  // The condition holds for three; the first stays.
  expect(sample).toMatchObject({
    title: 'debug',
    matched: 2,
    bytes: { after: EVENTS[0]!.length + EVENTS[3]!.length },
  });
  expect(remove).toMatchObject({ title: 'note', matched: 4 });
  expect(others).toEqual([]);
});

test('a dropped event counts as no bytes, and text as it is stored', () => {
  const steps = [
    {
      templateId: 'filter' as const,
      title: '',
      config: {
        action: 'drop',
        match: { match: 'all', rules: [{ field: 'message', operator: 'contains', value: 'b' }] },
      },
    },
  ];
  const [found] = trySteps({ events: ['a', 'b'], isText: [true, true], steps });
  expect(found?.bytes).toEqual({ before: 2 * '{"message":"a"}'.length, after: '{"message":"a"}'.length });
});
