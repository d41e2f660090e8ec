import { WorkProcess } from '../runtime/work-process.ts';
import type { PreviewReport, PreviewRequest } from '../types/preview.ts';
import { EngineError, type EngineProblem } from '../types/problem.ts';
import {
  LEFT_OVER_LIMIT_BYTES,
  MEMORY_LIMIT_BYTES,
  PREVIEW_FLAGS,
  type PreviewNotice,
  type PreviewOrder,
} from './messages.ts';
import { crashed, TOO_MUCH_MEMORY, tooLong, tooMuchMemory } from './problems.ts';

const START_LIMIT_MS = 20_000;

export type ProcessSettings = {
  readonly entry: string;
  readonly timeLimitMs: number;
  readonly log: (line: string) => void;
};

export class PreviewProcess {
  readonly #process: WorkProcess<PreviewOrder, PreviewNotice, EngineProblem>;
  readonly #timeLimitMs: number;
  #settle: { resolve(report: PreviewReport): void; reject(problem: EngineProblem): void } | null = null;

  constructor({ entry, timeLimitMs, log }: ProcessSettings) {
    this.#timeLimitMs = timeLimitMs;
    this.#process = new WorkProcess({
      entry,
      flags: PREVIEW_FLAGS,
      memoryBytes: MEMORY_LIMIT_BYTES,
      startLimitMs: START_LIMIT_MS,
      reasons: { tooLong, tooLarge: tooMuchMemory, crashed },
      onNotice: (notice) => this.#handleNotice(notice),
      onEnd: (problem) => this.#settle?.reject(problem),
      log,
    });
  }

  get pid(): number | undefined {
    return this.#process.pid;
  }

  get canRun(): boolean {
    return this.#process.canWork(LEFT_OVER_LIMIT_BYTES);
  }

  /** @throws EngineError */
  run(request: PreviewRequest): Promise<PreviewReport> {
    return new Promise((resolve, reject) => {
      const fail = (problem: EngineProblem) => reject(new EngineError(problem));
      if (this.#process.hasEnded) return fail(crashed('it had ended before'));
      this.#settle = { resolve, reject: fail };
      this.#process.send({ kind: 'run', request });
    });
  }

  kill(reason: EngineProblem): void {
    this.#process.kill(reason);
  }

  #handleNotice(notice: PreviewNotice): void {
    switch (notice.kind) {
      case 'ready':
        this.#process.stopLimits();
        break;
      case 'begun':
        this.#process.limitTime(this.#timeLimitMs);
        break;
      case 'done':
        this.#process.finish();
        this.#settle?.resolve(notice.report);
        break;
      case 'failed':
        this.#process.finish();
        this.#settle?.reject(notice.problem);
        // Its memory may not shrink again.
        if (notice.problem.errorName === TOO_MUCH_MEMORY) this.kill(notice.problem);
        break;
    }
  }
}
