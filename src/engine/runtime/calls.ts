import { type DeployStep, EngineError, type EngineProblem } from '../port.ts';

type Pending = {
  resolve(): void;
  reject(error: EngineError): void;
  onStep?: ((step: DeployStep) => void) | undefined;
};

/** Calls that wait for their answer from the other process. */
export class Calls {
  readonly #pending = new Map<number, Pending>();
  #next = 1;

  /** Sends a call and waits. @throws EngineError */
  make(send: (call: number) => void, onStep?: (step: DeployStep) => void): Promise<void> {
    const call = this.#next++;
    return new Promise((resolve, reject) => {
      this.#pending.set(call, { resolve, reject, onStep });
      send(call);
    });
  }

  /** The other side says how far it is. */
  step(call: number, step: DeployStep): void {
    this.#pending.get(call)?.onStep?.(step);
  }

  settle(call: number, problem: EngineProblem | undefined): void {
    const pending = this.#pending.get(call);
    this.#pending.delete(call);
    if (problem) pending?.reject(new EngineError(problem));
    else pending?.resolve();
  }

  /** The other side is gone. */
  failAll(problem: EngineProblem): void {
    for (const call of [...this.#pending.keys()]) this.settle(call, problem);
  }
}
