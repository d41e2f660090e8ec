import { DatabaseSync } from 'node:sqlite';
import { beforeEach, describe, expect, it } from 'vitest';
import type { CountersReport } from '../runtime/counter-journal.ts';
import type { Counters } from '../types/metrics.ts';
import type { ErrorReport } from '../types/report.ts';
import { ReportOutbox } from './report-outbox.ts';

const MINUTE = 60_000;
let db: DatabaseSync;
let outbox: ReportOutbox;
beforeEach(() => {
  db = new DatabaseSync(':memory:');
  outbox = new ReportOutbox(db);
});

const counters = (eventsIn: number) => ({ eventsIn }) as Counters;
const report = (sequence: number, at: number, pipelines: Record<string, number>, bootId = 'a') =>
  ({
    type: 'counters',
    bootId,
    sequence,
    at,
    pipelines: Object.fromEntries(Object.entries(pipelines).map(([id, n]) => [id, { c: counters(n) }])),
  }) satisfies CountersReport;
const kept = () => outbox.counters().map(({ bootId, sequence }) => `${bootId}${sequence}`);

describe('counters that wait', () => {
  it('the latest report of each minute is kept: totals include earlier ones [R13]', () => {
    for (const [sequence, at] of [0, 1000, 2000, MINUTE, MINUTE + 5000].entries())
      outbox.takeCounters(report(sequence, at, { p: sequence }));
    expect(kept()).toEqual(['a2', 'a4']);
  });

  it('a report showing a removed component stays, as it restarts at zero [R13]', () => {
    outbox.takeCounters(report(0, 0, { p: 100 }));
    outbox.takeCounters(report(1, 1000, {}));
    outbox.takeCounters(report(2, 2000, { p: 5 }));
    expect(kept()).toEqual(['a0', 'a1', 'a2']);
  });

  it('each boot has its own; a repeated report is kept once', () => {
    outbox.takeCounters(report(3, 0, { p: 1 }));
    outbox.takeCounters({ ...report(3, 0, { p: 1 }), isFormer: true });
    outbox.takeCounters(report(0, 1000, { p: 1 }, 'b'));
    expect(kept()).toEqual(['a3', 'b0']);
  });

  it('stored reports go, later ones stay for the next process', () => {
    outbox.takeCounters(report(1, 0, { p: 1 }));
    outbox.takeCounters(report(2, MINUTE, { p: 2 }));
    outbox.acknowledge({ a: 1 }, 0);
    expect(new ReportOutbox(db).counters().map(({ sequence }) => sequence)).toEqual([2]);
  });
});

describe('errors that wait', () => {
  const error = (count: number, errorName = 'X'): ErrorReport => ({
    pipelineId: 'p',
    componentId: 'c',
    nodeId: 'n',
    errorName,
    message: 'Failed',
    causes: [],
    resolutions: [],
    level: 'ERROR',
    count,
    lastAt: 0,
    exampleEvent: '',
  });
  const stored = () =>
    outbox.errors().map(({ errors }) => errors.map(({ errorName, count }) => `${errorName} ${count}`));

  it('counts of one minute are added up until they are sent', () => {
    outbox.takeErrors([error(1)], 1000);
    outbox.takeErrors([error(2), error(1, 'Y')], 2000);
    expect(stored()).toEqual([['X 3', 'Y 1']]);
    outbox.markErrorsSent(outbox.errors()[0]!.number);
    outbox.takeErrors([error(5)], 3000);
    expect(stored()).toEqual([['X 3', 'Y 1'], ['X 5']]);
  });

  it('numbers only grow, over restarts and clock steps; sent ones stay', () => {
    const first = outbox.takeErrors([error(1)], 5000);
    outbox = new ReportOutbox(db);
    const second = outbox.takeErrors([error(1)], 4000);
    expect(second.number).toBeGreaterThan(first.number);
    outbox.acknowledge({}, first.number);
    expect(stored()).toEqual([['X 1']]);
    outbox.acknowledge({}, second.number);
    expect(outbox.takeErrors([error(1)], 100).number).toBeGreaterThan(second.number);
  });
});
