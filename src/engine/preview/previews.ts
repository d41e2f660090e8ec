import { join } from 'node:path';
import type { PreviewReport, PreviewRequest } from '../types/preview.ts';
import { EngineError } from '../types/problem.ts';
import { TIME_LIMIT_MS } from './messages.ts';
import { PreviewProcess } from './preview-process.ts';
import { busy, crashed } from './problems.ts';

/** People type: the next run comes soon. */
const KEEP_WARM_MS = 180_000;
const WAITING_MAX = 32;

export type PreviewOptions = {
  readonly entry?: string | undefined;
  readonly timeLimitMs?: number | undefined;
  readonly log?: ((line: string) => void) | undefined;
};

export type Previews = {
  /** @throws EngineError */
  run(request: PreviewRequest): Promise<PreviewReport>;
  readonly pid: number | undefined;
  stop(): void;
};

export function createPreviews(options: PreviewOptions = {}): Previews {
  const settings = {
    entry: options.entry ?? join(import.meta.dirname, 'main.ts'),
    timeLimitMs: options.timeLimitMs ?? TIME_LIMIT_MS,
    log: options.log ?? (() => {}),
  };
  let running: PreviewProcess | undefined;
  let idle: NodeJS.Timeout | undefined;
  let last: Promise<unknown> = Promise.resolve();
  let waiting = 0;
  let isStopped = false;

  const end = () => {
    clearTimeout(idle);
    running?.kill(crashed('the service is stopping'));
    running = undefined;
  };
  const runNow = async (request: PreviewRequest): Promise<PreviewReport> => {
    if (isStopped) throw new EngineError(crashed('the service is stopping'));
    clearTimeout(idle);
    if (!running?.canRun) {
      running?.kill(crashed('another takes its place'));
      running = new PreviewProcess(settings);
    }
    try {
      return await running.run(request);
    } finally {
      idle = setTimeout(end, KEEP_WARM_MS);
      idle.unref();
    }
  };
  return {
    run: async (request) => {
      if (waiting >= WAITING_MAX) throw new EngineError(busy());
      waiting++;
      const report = last.then(() => runNow(request)).finally(() => waiting--);
      last = report.catch(() => undefined);
      return report;
    },
    get pid() {
      return running?.pid;
    },
    stop() {
      isStopped = true;
      end();
    },
  };
}
