import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { listPaths } from '../components/catalogue.ts';
import { forkProcess } from '../runtime/fork-process.ts';
import type { ConnectionTestReport, ConnectionTestRequest } from '../types/connection-test.ts';
import { EngineError, type EngineProblem } from '../types/problem.ts';
import { TEST_TIME_LIMIT_MS, type TestNotice, testFlags } from './messages.ts';

const tookTooLong = (limitMs: number): EngineProblem => ({
  errorName: 'TestTooLong',
  message: `No answer came within ${limitMs / 1000} s`,
  causes: ['The receiver does not answer', 'A firewall silently drops the packets'],
  resolutions: ['Check host and port', 'Try the address from this machine by hand, for instance with curl'],
});

const busy = (): EngineProblem => ({
  errorName: 'TestBusy',
  message: 'Too many tests are waiting',
  causes: ['Other people are testing sources and destinations'],
  resolutions: ['Try again in a few seconds'],
});

const ended = (how: string): EngineProblem => ({
  errorName: 'TestEnded',
  message: `The process of the test ended before it was done (${how})`,
  causes: ['It ran out of memory, or something ended it'],
  resolutions: ['Try again; the log of the service says more'],
});

const START_LIMIT_MS = 30_000;
const AT_A_TIME = 2;
const WAITING_MAX = 16;

/** A test must trust, reach and read the same as a live pipeline. */
const CERTIFICATES = ['NODE_EXTRA_CA_CERTS', 'SSL_CERT_FILE', 'SSL_CERT_DIR'];
const ALLOWED = ['PENSTOCK_ALLOW_TARGETS', 'PENSTOCK_AUTH', 'PENSTOCK_DATA', 'PENSTOCK_FILE_ROOTS'];
const PASSED_ON = [...CERTIFICATES, ...ALLOWED, 'TZ'];

export type ConnectionTestOptions = {
  readonly apiPort?: number | undefined;
  /** The engine's code cache, for a faster start. */
  readonly codeCache?: string | undefined;
  readonly timeLimitMs?: number | undefined;
  readonly log?: ((line: string) => void) | undefined;
};

export type ConnectionTests = {
  /** @throws EngineError when there is no report */
  run(request: ConnectionTestRequest): Promise<ConnectionTestReport>;
  stop(): void;
};

/** Nearest existing folder; destinations create the rest. */
function existingFolder(path: string): string {
  const folder = dirname(path);
  return existsSync(folder) || folder === dirname(folder) ? folder : existingFolder(folder);
}

const writableFor = ({ node }: ConnectionTestRequest): string[] =>
  node.nodeType === 'SINK' ? listPaths(node.templateId, node.config).map(existingFolder) : [];

function environment({ apiPort, codeCache }: ConnectionTestOptions): NodeJS.ProcessEnv {
  const port = apiPort === undefined ? process.env.PENSTOCK_PORT : String(apiPort);
  return {
    ...Object.fromEntries(
      PASSED_ON.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])),
    ),
    ...(port === undefined ? {} : { PENSTOCK_PORT: port }),
    ...(codeCache === undefined ? {} : { NODE_COMPILE_CACHE: codeCache }),
  };
}

export function createConnectionTests(options: ConnectionTestOptions = {}): ConnectionTests {
  const { timeLimitMs = TEST_TIME_LIMIT_MS, log = () => {} } = options;
  const kills = new Set<() => void>();
  const waiting: (() => void)[] = [];
  let running = 0;

  const runNow = (request: ConnectionTestRequest): Promise<ConnectionTestReport> => {
    const { promise, resolve, reject } = Promise.withResolvers<ConnectionTestReport>();
    const child = forkProcess(
      {
        entry: join(import.meta.dirname, 'main.ts'),
        flags: testFlags(writableFor(request)),
        env: environment(options),
      },
      log,
    );
    const kill = () => child.kill('SIGKILL');
    kills.add(kill);
    const endAfter = (limitMs: number) =>
      setTimeout(() => {
        reject(new EngineError(tookTooLong(limitMs)));
        kill();
      }, limitMs);
    // Loading does not count towards the test's limit.
    let late = endAfter(START_LIMIT_MS);
    child.on('message', (notice: TestNotice) => {
      if (notice.kind === 'ready') {
        clearTimeout(late);
        late = endAfter(timeLimitMs);
        child.send({ request }, () => {});
      } else if (notice.kind === 'done') resolve(notice.report);
      else reject(new EngineError(notice.problem));
      if (notice.kind !== 'ready') kill();
    });
    child.on('error', (error) => reject(new EngineError(ended(error.message))));
    child.on('exit', (code, signal) => {
      clearTimeout(late);
      kills.delete(kill);
      reject(new EngineError(ended(signal ?? `code ${code}`)));
    });
    return promise;
  };

  return {
    async run(request) {
      if (waiting.length >= WAITING_MAX) throw new EngineError(busy());
      if (running >= AT_A_TIME) await new Promise<void>((resolve) => waiting.push(resolve));
      else running++;
      try {
        return await runNow(request);
      } finally {
        const next = waiting.shift();
        if (next) next();
        else running--;
      }
    },
    stop() {
      for (const kill of [...kills]) kill();
    },
  };
}
