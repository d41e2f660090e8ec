import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { readBrowserReport, readUnitReport, type UnitReport } from './reports.ts';

const folder = mkdtempSync(join(tmpdir(), 'penstock-reports-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const write = (content: unknown): string => {
  const path = join(folder, 'report.json');
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
  return path;
};

describe('the report of the unit tests', () => {
  test('names tests, files that failed as a whole, and errors outside both', () => {
    const written: UnitReport = {
      files: [
        {
          file: 'src/a.test.ts',
          ms: 12,
          processorSeconds: 0.5,
          hasErrorOutsideTests: false,
          tests: [
            { title: 'adds', state: 'passed', ms: 1 },
            { title: 'never ends', state: 'pending', ms: 0 },
          ],
        },
        { file: 'src/b.test.ts', ms: 3, hasErrorOutsideTests: true, tests: [] },
      ],
      unhandledErrors: ['late'],
    };
    expect(readUnitReport(write(written))).toEqual({
      tests: [
        { kind: 'unit', file: 'src/a.test.ts', title: 'adds', state: 'passed' },
        { kind: 'unit', file: 'src/a.test.ts', title: 'never ends', state: 'failed' },
        { kind: 'unit', file: 'src/b.test.ts', state: 'failed' },
      ],
      files: [
        { file: 'src/a.test.ts', ms: 12, processorSeconds: 0.5 },
        { file: 'src/b.test.ts', ms: 3 },
      ],
      errors: ['late'],
    });
  });

  test('is missing when it was not written, or only half of it', () => {
    expect(readUnitReport(join(folder, 'none.json'))).toBeUndefined();
    expect(readUnitReport(write('{"files": ['))).toBeUndefined();
    expect(readUnitReport(write({}))).toBeUndefined();
  });
});

describe('the report of the browser tests', () => {
  const spec = (title: string, line: number, status: string, expectedStatus = 'passed') => ({
    title,
    file: 'a.e2e.ts',
    line,
    tests: [
      {
        status,
        expectedStatus,
        results: [{ duration: 5, annotations: [{ type: 'processor seconds', description: '0.25' }] }],
      },
    ],
  });

  test('names tests by their place, and fails those that should have run and did not', () => {
    const suites = [
      {
        title: 'a.e2e.ts',
        specs: [spec('opens', 3, 'expected'), spec('closes', 4, 'unexpected'), spec('waits', 5, 'flaky')],
        suites: [
          {
            title: 'after',
            specs: [spec('did not run', 6, 'skipped'), spec('left out', 7, 'skipped', 'skipped')],
          },
        ],
      },
    ];
    const of = { kind: 'browser', file: 'tests/e2e/a.e2e.ts' };
    expect(readBrowserReport(write({ suites, errors: [{ message: 'no such file' }] }))).toEqual({
      tests: [
        { ...of, line: 3, title: 'opens', state: 'passed' },
        { ...of, line: 4, title: 'closes', state: 'failed' },
        { ...of, line: 5, title: 'waits', state: 'failed' },
        { ...of, line: 6, title: 'after › did not run', state: 'failed' },
        { ...of, line: 7, title: 'after › left out', state: 'skipped' },
      ],
      files: [{ file: 'tests/e2e/a.e2e.ts', ms: 25, processorSeconds: 1.25 }],
      errors: ['no such file'],
    });
  });
});
