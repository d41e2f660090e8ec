import type { Slot } from './plan.ts';

/** Occupied rows by column. */
export class Rows {
  readonly #taken = new Map<number, { row: number; room: number }[]>();

  /** Occupies a row, and half of both distances around it. */
  take({ column, row }: Slot, room: number): void {
    const here = this.#taken.get(column);
    if (here) here.push({ row, room });
    else this.#taken.set(column, [{ row, room }]);
  }

  end(column: number): number {
    const here = this.#taken.get(column) ?? [];
    return here.length === 0 ? 0 : Math.max(...here.map(({ row }) => row)) + 1;
  }

  /** The free row nearest to the desired one; on a tie the lower one. */
  nearest(column: number, wished: number, room: number): number {
    const here = this.#taken.get(column) ?? [];
    const apart = (one: { room: number }) => (one.room + room) / 2;
    const isFree = (row: number) => here.every((one) => Math.abs(one.row - row) >= apart(one) - 1e-6);
    const beside = here.flatMap((one) => [one.row + apart(one), one.row - apart(one)]);
    let best = Number.POSITIVE_INFINITY;
    for (const row of [wished, ...beside])
      if (Math.abs(row - wished) < Math.abs(best - wished) - 1e-6 && isFree(row)) best = row;
    return best;
  }
}
