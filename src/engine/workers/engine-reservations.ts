import { problemOf } from '../topology/problems.ts';
import { Reservations } from '../topology/reservations.ts';
import type { EngineProblem } from '../types/problem.ts';

/** Resources reserved by all processes of an engine, kept by their parent. */
export class EngineReservations {
  readonly #all = new Reservations();
  readonly #owners = new Map<number, Set<string>>();

  /** @returns the problem when another owner has the resource */
  async reserve(
    worker: number,
    resource: string,
    id: string,
    name: string,
  ): Promise<EngineProblem | undefined> {
    const owner = `${worker}/${id}`;
    const owners = this.#owners.get(worker) ?? new Set();
    this.#owners.set(worker, owners.add(owner));
    try {
      await this.#all.reserve(resource, owner, name);
      return undefined;
    } catch (error) {
      const { errorName, message, causes, resolutions } = problemOf(error, `'${name}' does not open`);
      return { errorName, message, causes: [...causes], resolutions: [...resolutions] };
    }
  }

  release(worker: number, id: string): void {
    const owner = `${worker}/${id}`;
    this.#owners.get(worker)?.delete(owner);
    this.#all.release(owner);
  }

  releaseAll(worker: number): void {
    for (const owner of this.#owners.get(worker) ?? []) this.#all.release(owner);
    this.#owners.delete(worker);
  }
}
