import { ComponentError } from '../components/types.ts';
import { Reservations, type Reserving } from '../topology/reservations.ts';
import { EngineError, type EngineProblem } from '../types/problem.ts';
import { Calls } from './calls.ts';
import type { Notice } from './messages.ts';

/** Reserves in this process, then in the parent for all processes of the engine. */
export class SiteReservations implements Reserving {
  readonly #own = new Reservations();
  readonly #calls = new Calls();
  readonly #send: (notice: Notice) => void;

  constructor(send: (notice: Notice) => void) {
    this.#send = send;
  }

  async reserve(resource: string, id: string, name: string): Promise<void> {
    await this.#own.reserve(resource, id, name);
    try {
      await this.#calls.make((call) => this.#send({ kind: 'reserve', call, resource, id, name }));
    } catch (error) {
      throw error instanceof EngineError ? new ComponentError(error.problem) : error;
    }
  }

  release(id: string): void {
    this.#own.release(id);
    this.#send({ kind: 'release', id });
  }

  /** Call with the parent's answer. */
  settle(call: number, problem: EngineProblem | undefined): void {
    this.#calls.settle(call, problem);
  }
}
