import type { Slot } from './plan.ts';

/** What is taken in each column, and where there is room. */
export class Rows {
  readonly #taken = new Map<number, { row: number; room: number }[]>();

  /** Takes a row; others keep half of this room and half of their own away from it. */
  take({ column, row }: Slot, room: number): void {
    const here = this.#taken.get(column);
    if (here) here.push({ row, room });
    else this.#taken.set(column, [{ row, room }]);
  }

  /** The row below all that is taken in a column. */
  end(column: number): number {
    const here = this.#taken.get(column) ?? [];
    return here.length === 0 ? 0 : Math.max(...here.map(({ row }) => row)) + 1;
  }

  /** The free row nearest to the one wished; below rather than above when both are as near. */
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
