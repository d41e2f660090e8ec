import { EngineError, type EngineProblem } from '../types/problem.ts';

export class Answers<T> {
  readonly #pending = new Map<number, PromiseWithResolvers<T>>();
  #next = 1;

  /** @throws EngineError */
  wait(ask: (call: number) => void): Promise<T> {
    const call = this.#next++;
    const answer = Promise.withResolvers<T>();
    this.#pending.set(call, answer);
    ask(call);
    return answer.promise;
  }

  settle(call: number, answer: T | undefined, problem: EngineProblem | undefined): void {
    const pending = this.#pending.get(call);
    this.#pending.delete(call);
    if (problem) pending?.reject(new EngineError(problem));
    else if (answer !== undefined) pending?.resolve(answer);
  }

  /** Detaches the waiting requests; returns how to fail them. */
  takeAll(): (problem: EngineProblem) => void {
    const pending = [...this.#pending.values()];
    this.#pending.clear();
    return (problem) => {
      for (const one of pending) one.reject(new EngineError(problem));
    };
  }
}
