import { EngineError, type EngineProblem } from '../port.ts';

/** Questions that wait for an answer from elsewhere, by their numbers. */
export class Answers<T> {
  readonly #pending = new Map<number, PromiseWithResolvers<T>>();
  #next = 1;

  /** Asks under a new number and waits. @throws EngineError */
  wait(ask: (call: number) => void): Promise<T> {
    const call = this.#next++;
    const answer = Promise.withResolvers<T>();
    this.#pending.set(call, answer);
    ask(call);
    return answer.promise;
  }

  /** The answer, or why there is none; one that nobody waits for is left alone. */
  settle(call: number, answer: T | undefined, problem: EngineProblem | undefined): void {
    const pending = this.#pending.get(call);
    this.#pending.delete(call);
    if (problem) pending?.reject(new EngineError(problem));
    else if (answer !== undefined) pending?.resolve(answer);
  }

  /** Takes away what waits now, to say later why it fails. */
  takeAll(): (problem: EngineProblem) => void {
    const pending = [...this.#pending.values()];
    this.#pending.clear();
    return (problem) => {
      for (const one of pending) one.reject(new EngineError(problem));
    };
  }
}
