import { expect, test } from 'vitest';
import type { ErrorEntry } from '../../../contract/entities/analytics.ts';
import { buildErrorFigure, tallyErrors } from './error-tally.ts';

const entry = (errorLevel: string, count: number, isAcknowledged = false): ErrorEntry => ({
  id: `6${count}`,
  nodeId: '1',
  componentId: '1',
  pipelineId: '3',
  templateName: 'Parse JSON',
  nodeName: 'Parse',
  nodeType: 'TRANSFORM',
  errorName: 'PARSE_FAILED',
  errorLevel,
  errorDesc: '',
  count: String(count),
  firstOccurrenceUnixTimeSeconds: 0,
  lastOccurrenceUnixTimeSeconds: 0,
  exampleEvent: '',
  series: { timeSeriesTuple: [] },
  isAcknowledged,
  acknowledgedBy: isAcknowledged ? 'Ada' : '',
  acknowledgedUnixTimeSeconds: isAcknowledged ? 1 : 0,
});

test.each([
  ['nothing', [], { figure: { value: '0', unit: '' }, tone: undefined, sub: 'None' }],
  [
    'errors and warnings are summed [R9-47]',
    [entry('ERROR', 1), entry('WARN', 2), entry('WARN', 1200)],
    { figure: { value: '1.2K', unit: '' }, tone: 'err', sub: '3 kinds' },
  ],
  ['only warnings', [entry('WARN', 2)], { figure: { value: '2', unit: '' }, tone: 'warn', sub: '1 kind' }],
  [
    'what is acknowledged counts apart',
    [entry('ERROR', 40, true), entry('WARN', 2, true)],
    { figure: { value: '0', unit: '' }, tone: undefined, sub: '42 acknowledged' },
  ],
  [
    'both',
    [entry('ERROR', 204), entry('ERROR', 43, true)],
    { figure: { value: '204', unit: '' }, tone: 'err', sub: '1 kind, 43 acknowledged' },
  ],
  [
    'another level is neither [R3-55]',
    [entry('NOTICE', 7)],
    { figure: { value: '0', unit: '' }, tone: undefined, sub: 'None' },
  ],
])('the count of errors: %s [R2.4-15]', (_, entries, expected) => {
  expect(buildErrorFigure(tallyErrors(entries))).toEqual(expected);
});
