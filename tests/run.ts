/**
 * `npm test`: all steps, cheapest first. Checks run in parallel, and tests only run when all pass; failed
 * unit tests do not stop browser tests. Step names select steps: `npm test -- lint unit`. `again` reruns the
 * files of the last failures, one by one, to find flaky tests.
 */
import { spawn } from 'node:child_process';
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { getLightChromiumPath } from './harness/chromium.ts';
import {
  describeFailure,
  isWorthRepeating,
  judgeStep,
  listRepeats,
  type Outcome,
  outcomeSchema,
  settle,
} from './runner/outcome.ts';
import { ProcessWatch } from './runner/process-watch.ts';
import { type FileTime, type Report, readBrowserReport, readUnitReport } from './runner/reports.ts';
import { findScratchPlace } from './runner/scratch.ts';
import { computeTimes, formatTimes } from './runner/times.ts';

const BUILD = resolve(import.meta.dirname, '../.build');
const OUTCOME = join(BUILD, 'test-outcome.json');
const FLAKY = join(BUILD, 'flaky.json');
const TIMES = join(BUILD, 'test-times.json');
/** Hundreds of processes load the same packages. */
const COMPILED = join(BUILD, 'compiled');

const temporary = mkdtempSync(join(findScratchPlace(tmpdir()), 'penstock-'));
chmodSync(temporary, 0o711);
const reports = join(temporary, 'reports');
const scratch = join(temporary, 't');
for (const folder of [reports, scratch, BUILD]) mkdirSync(folder, { recursive: true });
process.on('exit', () => rmSync(temporary, { recursive: true, force: true, maxRetries: 3 }));
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));

type Program = { command: string; args: string[]; env?: Record<string, string> };

/** @param isBeside runs in parallel with others, so its output is printed in one piece at the end */
const run = ({ command, args, env }: Program, isBeside = false): Promise<boolean> =>
  new Promise((resolveRun) => {
    const child = spawn(command, args, {
      stdio: isBeside ? ['ignore', 'pipe', 'pipe'] : 'inherit',
      env: { ...process.env, TMPDIR: scratch, NODE_COMPILE_CACHE: COMPILED, ...env },
    });
    const printed: Buffer[] = [];
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (chunk: Buffer) => {
        printed.push(chunk);
      });
    const end = (isOk: boolean) => {
      process.stdout.write(Buffer.concat(printed));
      resolveRun(isOk);
    };
    child.once('error', (error) => {
      console.error(`${command} could not be started: ${error.message}`);
      end(false);
    });
    child.once('close', (code) => end(code === 0));
  });

let reportCount = 0;

type Tested = { report: Report | undefined; endedWell: boolean };

async function runUnits(args: string[] = []): Promise<Tested> {
  const path = join(reports, `unit-${++reportCount}.json`);
  const endedWell = await run({
    command: 'vitest',
    args: ['run', '--reporter=dot', '--reporter=./tests/runner/unit-reporter.ts', ...args],
    env: { PENSTOCK_UNIT_REPORT: path },
  });
  return { endedWell, report: readUnitReport(path) };
}

async function runBrowser(args: string[] = []): Promise<Tested> {
  const path = join(reports, `browser-${++reportCount}.json`);
  const chromium = getLightChromiumPath();
  console.log(`Browser: ${chromium}`);
  const endedWell = await run({
    command: 'playwright',
    args: ['test', ...args],
    // Node runs the tests' TypeScript as it is; Playwright would translate all of it first.
    env: { CHROMIUM_PATH: chromium, PLAYWRIGHT_JSON_OUTPUT_NAME: path, PW_DISABLE_TS_ESM: '1' },
  });
  return { endedWell, report: readBrowserReport(path) };
}

const CHECKS: Record<string, () => Promise<boolean>> = {
  lint: () => run({ command: 'biome', args: ['check', '.'] }, true),
  types: () => run({ command: 'tsc', args: ['-p', 'tsconfig.json'] }, true),
  // Built as the service does, so that no started product rebuilds it.
  build: async () =>
    (await run({ command: process.execPath, args: ['src/program/build.ts'] }, true)) &&
    (await run({ command: process.execPath, args: ['src/service/console/build.ts'] }, true)) &&
    (await run({ command: 'vite', args: ['build', '--mode', 'gallery', '--logLevel', 'warn'] }, true)),
};
const TESTS: Record<string, () => Promise<Tested>> = { unit: () => runUnits(), browser: () => runBrowser() };

const fileTimes: FileTime[] = [];

/** Checks count no tests. */
async function runStep(name: string, step: () => Promise<Outcome>): Promise<Outcome> {
  const startedAt = Date.now();
  console.log(`\n== ${name}`);
  const outcome = await step();
  if (outcome.failed.length === 0 && outcome.broken.length === 0)
    console.log(`== ${name}: ok in ${((Date.now() - startedAt) / 1000).toFixed(1)} s`);
  return outcome;
}

const addUp = (outcomes: Outcome[]): Outcome => ({
  passed: outcomes.reduce((sum, { passed }) => sum + passed, 0),
  failed: outcomes.flatMap(({ failed }) => failed),
  broken: outcomes.flatMap(({ broken }) => broken),
});

/** @throws Error for an unknown step */
async function runSteps(names: string[]): Promise<Outcome> {
  const known = [...Object.keys(CHECKS), ...Object.keys(TESTS)];
  const unknown = names.find((name) => !known.includes(name));
  if (unknown !== undefined) throw new Error(`unknown step '${unknown}'; steps: ${known.join(', ')}, again`);
  const isAsked = ([name]: [string, unknown]) => names.length === 0 || names.includes(name);
  const checks = Object.entries(CHECKS)
    .filter(isAsked)
    .map(([name, check]) =>
      runStep(name, async () => ({ passed: 0, failed: [], broken: (await check()) ? [] : [name] })),
    );
  const outcomes = await Promise.all(checks);
  if (outcomes.every(({ broken }) => broken.length === 0))
    for (const [name, test] of Object.entries(TESTS).filter(isAsked))
      outcomes.push(
        await runStep(name, async () => {
          const { report, endedWell } = await test();
          fileTimes.push(...(report?.files ?? []));
          return judgeStep(name, report, endedWell);
        }),
      );
  return addUp(outcomes);
}

async function runAgain(): Promise<Outcome> {
  const first = outcomeSchema.parse(JSON.parse(readFileSync(OUTCOME, 'utf8')));
  if (!isWorthRepeating(first)) return first;
  console.log(`\n== again: ${first.failed.length} failed`);
  const second: Tested[] = [];
  const [units, pages] = [listRepeats(first.failed, 'unit'), listRepeats(first.failed, 'browser')];
  if (units.length > 0) second.push(await runUnits(['--no-file-parallelism', ...units]));
  if (pages.length > 0) second.push(await runBrowser([...pages, '--workers', '1']));
  const settled = settle(
    first,
    second.flatMap(({ report }) => report?.tests ?? []),
  );
  for (const flaky of settled.flaky) console.log(`FLAKY: ${describeFailure(flaky)}`);
  writeFileSync(FLAKY, `${JSON.stringify(settled.flaky, null, 2)}\n`);
  const errors = second.some(({ report }) => report === undefined || report.errors.length > 0);
  return { ...settled, broken: errors ? ['again'] : [] };
}

const TOOL_CACHE = /^(node-compile-cache|playwright-transform-cache-.*)$/;

/** Reports leftovers in the temporary directory and leftover processes, which it ends. */
function clearLeftovers(running: { pid: number; command: string }[]): void {
  for (const { pid, command } of running) {
    console.log(`LEFT BEHIND: process ${pid}: ${command.slice(0, 200)}`);
    process.kill(pid, 'SIGKILL');
  }
  for (const name of readdirSync(scratch).filter((one) => !TOOL_CACHE.test(one))) {
    const path = join(scratch, name);
    const held = statSync(path).isDirectory() ? readdirSync(path, { recursive: true }) : [];
    console.log(`LEFT BEHIND in the temporary directory: ${[name, ...held.slice(0, 10)].join(' ')}`);
  }
}

const steps = process.argv.slice(2);
const isAgain = steps[0] === 'again';
const startedAt = Date.now();
const watch = new ProcessWatch();
watch.start();
if (!isAgain) rmSync(OUTCOME, { force: true });

let outcome: Outcome = { passed: 0, failed: [], broken: [] };
try {
  outcome = isAgain ? await runAgain() : await runSteps(steps);
} catch (error) {
  outcome.broken.push(error instanceof Error ? error.message : String(error));
}
const { processorSeconds, running } = watch.stop();
clearLeftovers(running);
const times = computeTimes(fileTimes, { wallSeconds: (Date.now() - startedAt) / 1000, processorSeconds });
console.log(`\n${formatTimes(times)}`);
if (!isAgain) {
  writeFileSync(OUTCOME, `${JSON.stringify(outcome, null, 2)}\n`);
  writeFileSync(TIMES, `${JSON.stringify(times, null, 2)}\n`);
}

const { passed, failed, broken } = outcome;
if (failed.length > 0)
  console.error(`\nFailed:\n${failed.map((one) => `  ${describeFailure(one)}`).join('\n')}`);
if (broken.length > 0) console.error(`\nFailed: ${broken.join(', ')}`);
console.log(`${passed} passed, ${failed.length} failed`);
process.exit(failed.length === 0 && broken.length === 0 ? 0 : 1);
