import { describe, expect, test } from 'vitest';
import { isWorthRepeating, judgeStep, listRepeats, type Outcome, settle } from './outcome.ts';
import type { Report, ReportedTest } from './reports.ts';

const unit = (title: string | undefined, state: ReportedTest['state'], file = 'src/a.test.ts') =>
  ({ kind: 'unit', file, state, ...(title === undefined ? {} : { title }) }) as const;
const browser = (title: string, line: number, state: ReportedTest['state']) =>
  ({ kind: 'browser', file: 'tests/e2e/a.e2e.ts', line, title, state }) as const;
const report = (tests: ReportedTest[], errors: string[] = []): Report => ({ tests, files: [], errors });
const judge = (...tests: ReportedTest[]) => judgeStep('unit', report(tests), false);

describe('a step of tests', () => {
  test('passes when its tests passed', () => {
    const tests = [unit('adds', 'passed'), unit('needs syslog-ng', 'skipped')];
    expect(judgeStep('unit', report(tests), true)).toEqual({ passed: 1, failed: [], broken: [] });
  });

  test('names each test that failed', () => {
    expect(judge(unit('adds', 'passed'), unit('takes', 'failed'))).toEqual({
      passed: 1,
      failed: [{ kind: 'unit', file: 'src/a.test.ts', line: undefined, title: 'takes' }],
      broken: [],
    });
  });

  test('counts a file that failed as a whole once, with what passed in it', () => {
    const tests = [unit(undefined, 'failed'), unit('adds', 'passed'), unit('takes', 'failed')];
    expect(judge(...tests).failed).toEqual([{ kind: 'unit', file: 'src/a.test.ts', passedInFile: 1 }]);
  });

  const broken: [string, Report | undefined, boolean][] = [
    ['its program crashed without a report', undefined, false],
    ['its program ended well without a report', undefined, true],
    ['no test ran', report([]), true],
    ['every test was skipped', report([unit('adds', 'skipped')]), true],
    ['an error happened outside the tests', report([unit('adds', 'passed')], ['worker died']), false],
    ['its program failed though no test did', report([unit('adds', 'passed')]), false],
  ];
  test.each(broken)('is broken when %s', (_, its, endedWell) => {
    expect(judgeStep('unit', its, endedWell).broken).toEqual(['unit']);
  });
});

describe('a second run', () => {
  test('is for a few failures alone', () => {
    const failures = (count: number) =>
      judge(...Array.from({ length: count }, (_, at) => unit(`${at}`, 'failed')));
    expect(isWorthRepeating(failures(0))).toBe(false);
    expect(isWorthRepeating(failures(20))).toBe(true);
    expect(isWorthRepeating(failures(21))).toBe(false);
    expect(isWorthRepeating({ ...failures(1), broken: ['lint'] })).toBe(false);
  });

  test('runs the files of failed tests again as wholes', () => {
    const { failed } = judge(
      unit('adds (1)', 'failed'),
      unit('takes', 'failed'),
      unit(undefined, 'failed', 'src/b.test.ts'),
      browser('opens', 12, 'failed'),
      browser('opens again', 12, 'failed'),
    );
    expect(listRepeats(failed, 'unit')).toEqual(['src/a.test.ts', 'src/b.test.ts']);
    expect(listRepeats(failed, 'browser')).toEqual(['tests/e2e/a.e2e.ts']);
    expect(listRepeats([], 'unit')).toEqual([]);
  });

  const settled = (first: Outcome, ...second: ReportedTest[]) => {
    const { passed, failed, flaky } = settle(first, second);
    const titles = (some: { title?: string | undefined }[]) => some.map(({ title }) => title ?? 'file');
    return { passed, failed: titles(failed), flaky: titles(flaky) };
  };

  test('turns what passes into a flaky pass and leaves what fails twice failed', () => {
    const first = judge(unit('adds', 'passed'), unit('takes', 'failed'), browser('opens', 3, 'failed'));
    const second = [unit('takes', 'passed'), browser('opens', 3, 'failed')];
    expect(settled(first, ...second)).toEqual({ passed: 2, failed: ['opens'], flaky: ['takes'] });
  });

  test('fails what did not run again', () => {
    const first = judge(unit('takes', 'failed'), unit('adds', 'failed'));
    expect(settled(first, unit('adds', 'skipped'))).toEqual({
      passed: 0,
      failed: ['takes', 'adds'],
      flaky: [],
    });
  });

  test('fails a title of which one of two tests fails again', () => {
    const first = judge(unit('same', 'failed'));
    const second = [unit('same', 'passed'), unit('same', 'failed')];
    expect(settled(first, ...second)).toEqual({ passed: 0, failed: ['same'], flaky: [] });
  });

  test('counts every test of a file that could not be loaded at first', () => {
    const first = judge(unit('other', 'passed', 'src/b.test.ts'), unit(undefined, 'failed'));
    const second = [unit('adds', 'passed'), unit('takes', 'passed')];
    expect(settled(first, ...second)).toEqual({ passed: 3, failed: [], flaky: ['file'] });
    expect(settled(first, unit('adds', 'passed'), unit('takes', 'failed'))).toEqual({
      passed: 2,
      failed: ['takes'],
      flaky: [],
    });
    expect(settled(first, unit(undefined, 'failed'))).toEqual({ passed: 1, failed: ['file'], flaky: [] });
    expect(settled(first)).toEqual({ passed: 1, failed: ['file'], flaky: [] });
  });
});
