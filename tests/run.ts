/**
 * `npm test`: everything in order, cheapest first; stops at the first step that fails. The last line
 * counts the tests that ran. Step names as arguments run those alone: `npm test -- lint unit`.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { chromiumPath } from './harness/chromium.ts';

const reports = mkdtempSync(join(tmpdir(), 'penstock-test-'));
const unitReport = join(reports, 'unit.json');
const browserReport = join(reports, 'browser.json');
const tally = { passed: 0, failed: 0 };

const unitReportSchema = z.object({ numPassedTests: z.number(), numFailedTests: z.number() });
const browserReportSchema = z.object({
  stats: z.object({ expected: z.number(), unexpected: z.number(), flaky: z.number() }),
});

const run = (command: string, args: string[], env: Record<string, string> = {}): boolean =>
  spawnSync(command, args, { stdio: 'inherit', env: { ...process.env, ...env } }).status === 0;

const readReport = <T>(path: string, schema: z.ZodType<T>): T | undefined => {
  try {
    return schema.parse(JSON.parse(readFileSync(path, 'utf8')));
  } catch {
    return undefined;
  }
};

const STEPS: Record<string, () => boolean> = {
  lint: () => run('biome', ['check', '.']),
  types: () => run('tsc', ['-p', 'tsconfig.json']),
  // As the service builds it, so that no product started by a test builds it again.
  build: () =>
    run(process.execPath, ['src/service/console/build.ts']) &&
    run('vite', ['build', '--mode', 'gallery', '--logLevel', 'warn']),
  unit: () => {
    const passed = run('vitest', [
      'run',
      '--reporter=dot',
      '--reporter=json',
      `--outputFile.json=${unitReport}`,
    ]);
    const report = readReport(unitReport, unitReportSchema);
    tally.passed += report?.numPassedTests ?? 0;
    tally.failed += report?.numFailedTests ?? 0;
    return passed && report !== undefined && report.numPassedTests > 0;
  },
  browser: () => {
    const passed = run('playwright', ['test'], {
      CHROMIUM_PATH: chromiumPath(),
      PLAYWRIGHT_JSON_OUTPUT_NAME: browserReport,
    });
    const stats = readReport(browserReport, browserReportSchema)?.stats;
    tally.passed += stats?.expected ?? 0;
    tally.failed += (stats?.unexpected ?? 0) + (stats?.flaky ?? 0);
    return passed && stats !== undefined && stats.expected > 0;
  },
};

function runSteps(names: string[]): string | undefined {
  for (const name of names) {
    const step = STEPS[name];
    if (!step) throw new Error(`unknown step '${name}'; steps: ${Object.keys(STEPS).join(', ')}`);
    const startedAt = Date.now();
    console.log(`\n== ${name}`);
    if (!step()) return name;
    console.log(`== ${name}: ok in ${((Date.now() - startedAt) / 1000).toFixed(1)} s`);
  }
  return undefined;
}

let failedStep: string | undefined;
try {
  const asked = process.argv.slice(2);
  failedStep = runSteps(asked.length > 0 ? asked : Object.keys(STEPS));
} catch (error) {
  failedStep = error instanceof Error ? error.message : String(error);
} finally {
  rmSync(reports, { recursive: true, force: true });
}
if (failedStep !== undefined) console.error(`\nFailed: ${failedStep}`);
console.log(`${tally.passed} passed, ${tally.failed} failed`);
process.exit(failedStep === undefined && tally.failed === 0 ? 0 : 1);
