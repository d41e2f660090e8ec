import { z } from 'zod';
import type { Report, ReportedTest } from './reports.ts';

const failureSchema = z.object({
  kind: z.enum(['unit', 'browser']),
  file: z.string(),
  line: z.number().optional(),
  title: z.string().optional(),
  /** When the whole file failed: tests in it that passed. */
  passedInFile: z.number().optional(),
});
export const outcomeSchema = z.object({
  passed: z.number(),
  failed: z.array(failureSchema),
  /** Steps that failed without failed tests: a crash, a check, no tests. */
  broken: z.array(z.string()),
});
/** Without a title, the whole file failed. */
export type Failure = z.infer<typeof failureSchema>;
export type Outcome = z.infer<typeof outcomeSchema>;

/** More failures than this are not flaky tests. */
const MOST_BY_CHANCE = 20;

const isFailed = (test: ReportedTest) => test.state === 'failed';
const isPassed = (test: ReportedTest) => test.state === 'passed';

export function judgeStep(step: string, report: Report | undefined, endedWell: boolean): Outcome {
  if (report === undefined) return { passed: 0, failed: [], broken: [step] };
  const passed = report.tests.filter(isPassed);
  const wholeFiles = new Set(
    report.tests.filter((test) => isFailed(test) && test.title === undefined).map(({ file }) => file),
  );
  const failed = report.tests
    .filter((test) => isFailed(test) && (test.title === undefined || !wholeFiles.has(test.file)))
    .map(({ kind, file, line, title }) =>
      title === undefined
        ? { kind, file, passedInFile: passed.filter((test) => test.file === file).length }
        : { kind, file, line, title },
    );
  const isBroken =
    report.errors.length > 0 || passed.length + failed.length === 0 || (!endedWell && failed.length === 0);
  return { passed: passed.length, failed, broken: isBroken ? [step] : [] };
}

export const isWorthRepeating = ({ broken, failed }: Outcome): boolean =>
  broken.length === 0 && failed.length > 0 && failed.length <= MOST_BY_CHANCE;

/** Files to run again, as wholes: a test may build on those before it in its file. */
export const listRepeats = (failed: readonly Failure[], kind: Failure['kind']): string[] => [
  ...new Set(failed.filter((one) => one.kind === kind).map(({ file }) => file)),
];

/**
 * Final result after the rerun: tests that then passed are flaky and count as passed; those that did not run
 * failed.
 */
export function settle(first: Outcome, second: readonly ReportedTest[]): Outcome & { flaky: Failure[] } {
  const settled: Outcome & { flaky: Failure[] } = { ...first, failed: [], flaky: [] };
  for (const failure of first.failed) {
    const again = second.filter(
      ({ kind, file, title }) =>
        kind === failure.kind && file === failure.file && [title, undefined].includes(failure.title),
    );
    const failures = again.filter(isFailed);
    const passes = again.filter(isPassed).length;
    if (failure.title !== undefined) settled.passed += failures.length === 0 && passes > 0 ? 1 : 0;
    else settled.passed += Math.max(0, passes - (failure.passedInFile ?? 0));
    if (failures.length === 0 && passes > 0) settled.flaky.push(failure);
    else if (failure.title !== undefined || failures.length === 0) settled.failed.push(failure);
    else settled.failed.push(...failures.map(({ kind, file, line, title }) => ({ kind, file, line, title })));
  }
  return settled;
}

export const describeFailure = ({ file, line, title }: Failure): string =>
  `${title ?? 'the file as a whole'} (${file}${line === undefined ? '' : `:${line}`})`;
