import { readFileSync } from 'node:fs';
import { z } from 'zod';

/** Without a title: a file that failed to load, or whose hooks failed. */
export type ReportedTest = {
  kind: 'unit' | 'browser';
  /** Relative to the repository. */
  file: string;
  line?: number;
  title?: string;
  state: 'passed' | 'failed' | 'skipped';
};

/** Processor time is undefined where the system does not tell. */
export type FileTime = { file: string; ms: number; processorSeconds?: number | undefined };

export type Report = {
  tests: ReportedTest[];
  /** Including imports and hooks. */
  files: FileTime[];
  /** Errors outside every test and file, which reruns cannot check. */
  errors: string[];
};

const unitReportSchema = z.object({
  files: z.array(
    z.object({
      file: z.string(),
      ms: z.number(),
      processorSeconds: z.number().optional(),
      hasErrorOutsideTests: z.boolean(),
      tests: z.array(
        z.object({
          title: z.string(),
          state: z.enum(['passed', 'failed', 'skipped', 'pending']),
          ms: z.number(),
        }),
      ),
    }),
  ),
  unhandledErrors: z.array(z.string()),
});
export type UnitReport = z.infer<typeof unitReportSchema>;

/** The type of the annotation in which a browser test says its processor seconds. */
export const PROCESSOR_SECONDS = 'processor seconds';
const annotationSchema = z.object({ type: z.string(), description: z.string().optional() });

const specSchema = z.object({
  title: z.string(),
  file: z.string(),
  line: z.number(),
  tests: z.array(
    z.object({
      status: z.enum(['expected', 'unexpected', 'flaky', 'skipped']),
      expectedStatus: z.string(),
      results: z.array(z.object({ duration: z.number(), annotations: z.array(annotationSchema) })),
    }),
  ),
});
type Suite = { title: string; specs: z.infer<typeof specSchema>[]; suites?: Suite[] | undefined };
const suiteSchema: z.ZodType<Suite> = z.object({
  title: z.string(),
  specs: z.array(specSchema),
  get suites() {
    return z.array(suiteSchema).optional();
  },
});
const browserReportSchema = z.object({
  suites: z.array(suiteSchema),
  errors: z.array(z.object({ message: z.string().optional() })),
});

function parseUnitReport(json: unknown): Report {
  const { files, unhandledErrors } = unitReportSchema.parse(json);
  return {
    tests: files.flatMap(({ file, hasErrorOutsideTests, tests }) => [
      ...(hasErrorOutsideTests ? [{ kind: 'unit', file, state: 'failed' } as const] : []),
      ...tests.map(({ title, state }) => ({
        kind: 'unit' as const,
        file,
        title,
        // It started and never ended.
        state: state === 'pending' ? ('failed' as const) : state,
      })),
    ]),
    files: files.map(({ file, ms, processorSeconds }) => ({ file, ms, processorSeconds })),
    errors: unhandledErrors,
  };
}

const BROWSER_FOLDER = 'tests/e2e';
const BROWSER_STATES = { expected: 'passed', unexpected: 'failed', flaky: 'failed' } as const;

function parseBrowserReport(json: unknown): Report {
  const { suites, errors } = browserReportSchema.parse(json);
  const tests: ReportedTest[] = [];
  const files = new Map<string, FileTime>();
  const collect = (suite: Suite, titles: string[]) => {
    for (const { title, file: name, line, tests: runs } of suite.specs)
      for (const { status, expectedStatus, results } of runs) {
        const file = `${BROWSER_FOLDER}/${name}`;
        const time = files.get(file) ?? { file, ms: 0 };
        files.set(file, time);
        for (const { duration, annotations } of results) {
          time.ms += duration;
          for (const { type, description } of annotations)
            if (type === PROCESSOR_SECONDS)
              time.processorSeconds = (time.processorSeconds ?? 0) + Number(description);
        }
        // A hook failed, so it did not run.
        const unskipped = expectedStatus === 'skipped' ? 'skipped' : 'failed';
        const state = status === 'skipped' ? unskipped : BROWSER_STATES[status];
        tests.push({ kind: 'browser', file, line, title: [...titles, title].join(' › '), state });
      }
    for (const inner of suite.suites ?? []) collect(inner, [...titles, inner.title]);
  };
  for (const suite of suites) collect(suite, []);
  return {
    tests,
    files: [...files.values()],
    errors: errors.map(({ message }) => message ?? 'an error without a message'),
  };
}

function readReport(path: string, parse: (json: unknown) => Report): Report | undefined {
  try {
    return parse(JSON.parse(readFileSync(path, 'utf8')));
  } catch {
    return undefined;
  }
}

/** Undefined when the run ended without a report. */
export const readUnitReport = (path: string) => readReport(path, parseUnitReport);
/** Undefined when the run ended without a report. */
export const readBrowserReport = (path: string) => readReport(path, parseBrowserReport);
