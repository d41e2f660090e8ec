/**
 * `npm test`: everything in order, cheapest first. What neither runs tests nor fills the machine is done at one
 * time, and no test runs where that fails; units that fail keep nobody from what the browser tests say. The last
 * line counts the tests that ran. Step names as arguments run those alone: `npm test -- lint unit`.
 */
import { spawn, spawnSync } from 'node:child_process';
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

/** One that runs beside others: what it says is printed once it ended, in one piece. */
const runBeside = (command: string, args: string[]): Promise<boolean> =>
  new Promise((resolve) => {
    const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'] });
    const said: Buffer[] = [];
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => {
        said.push(chunk);
      });
    const end = (isOk: boolean) => {
      process.stdout.write(Buffer.concat(said));
      resolve(isOk);
    };
    child.once('error', (error) => {
      console.error(`${command} could not be started: ${error.message}`);
      end(false);
    });
    child.once('close', (code) => end(code === 0));
  });

const readReport = <T>(path: string, schema: z.ZodType<T>): T | undefined => {
  try {
    return schema.parse(JSON.parse(readFileSync(path, 'utf8')));
  } catch {
    return undefined;
  }
};

type Step = () => boolean | Promise<boolean>;

const CHECKS: Record<string, Step> = {
  lint: () => runBeside('biome', ['check', '.']),
  types: () => runBeside('tsc', ['-p', 'tsconfig.json']),
  // As the service builds it, so that no product started by a test builds it again.
  build: async () =>
    (await runBeside(process.execPath, ['src/service/console/build.ts'])) &&
    (await runBeside('vite', ['build', '--mode', 'gallery', '--logLevel', 'warn'])),
};
const TESTS: Record<string, Step> = {
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

/** Its name once it failed, nothing otherwise. */
async function runStep([name, step]: [string, Step]): Promise<string[]> {
  const startedAt = Date.now();
  console.log(`\n== ${name}`);
  if (!(await step())) return [name];
  console.log(`== ${name}: ok in ${((Date.now() - startedAt) / 1000).toFixed(1)} s`);
  return [];
}

/** @throws Error that names what failed: all the checks that did, or all the tests. */
async function runSteps(names: string[]): Promise<void> {
  const known = [...Object.keys(CHECKS), ...Object.keys(TESTS)];
  const unknown = names.find((name) => !known.includes(name));
  if (unknown !== undefined) throw new Error(`unknown step '${unknown}'; steps: ${known.join(', ')}`);
  const isAsked = ([name]: [string, Step]) => names.length === 0 || names.includes(name);
  const failed = (await Promise.all(Object.entries(CHECKS).filter(isAsked).map(runStep))).flat();
  if (failed.length === 0)
    for (const test of Object.entries(TESTS).filter(isAsked)) failed.push(...(await runStep(test)));
  if (failed.length > 0) throw new Error(failed.join(', '));
}

let failed: string | undefined;
try {
  await runSteps(process.argv.slice(2));
} catch (error) {
  failed = error instanceof Error ? error.message : String(error);
} finally {
  rmSync(reports, { recursive: true, force: true });
}
if (failed !== undefined) console.error(`\nFailed: ${failed}`);
console.log(`${tally.passed} passed, ${tally.failed} failed`);
process.exit(failed === undefined && tally.failed === 0 ? 0 : 1);
