import type { DeployStep } from '../types/engine.ts';
import { EngineError, type EngineProblem } from '../types/problem.ts';

type Pending = {
  resolve(): void;
  reject(error: EngineError): void;
  onStep?: ((step: DeployStep) => void) | undefined;
};

export class Calls {
  readonly #pending = new Map<number, Pending>();
  #next = 1;

  /** @throws EngineError */
  make(send: (call: number) => void, onStep?: (step: DeployStep) => void): Promise<void> {
    const call = this.#next++;
    return new Promise((resolve, reject) => {
      this.#pending.set(call, { resolve, reject, onStep });
      send(call);
    });
  }

  step(call: number, step: DeployStep): void {
    this.#pending.get(call)?.onStep?.(step);
  }

  settle(call: number, problem: EngineProblem | undefined): void {
    const pending = this.#pending.get(call);
    this.#pending.delete(call);
    if (problem) pending?.reject(new EngineError(problem));
    else pending?.resolve();
  }

  failAll(problem: EngineProblem): void {
    for (const call of [...this.#pending.keys()]) this.settle(call, problem);
  }
}
