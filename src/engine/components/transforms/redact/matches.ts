export const HIDE_ALL = -1;

/** Ranges to hide and their rules, in the first `count` entries of each list. Memory is reused. */
export class Matches {
  readonly starts: number[] = [];
  readonly ends: number[] = [];
  readonly rules: number[] = [];
  count = 0;
  private isSorted = true;

  clear(): void {
    this.count = 0;
    this.isSorted = true;
  }

  add(start: number, end: number, rule: number): void {
    const at = this.count++;
    if (at > 0 && start < this.ends[at - 1]!) this.isSorted = false;
    this.starts[at] = start;
    this.ends[at] = end;
    this.rules[at] = rule;
  }

  /**
   * Joins overlapping matches so that nothing of either remains. The rule of lowest `rank` masks them; if it
   * `keepsPart`, everything is hidden, because it only knows its own part.
   */
  merge(rank: readonly number[], keepsPart: readonly boolean[]): void {
    if (this.isSorted) return;
    const order = Array.from({ length: this.count }, (_, i) => i);
    order.sort((a, b) => this.starts[a]! - this.starts[b]! || this.ends[a]! - this.ends[b]!);
    const sorted = order.map((i) => ({ start: this.starts[i]!, end: this.ends[i]!, rule: this.rules[i]! }));
    this.clear();
    for (const { start, end, rule } of sorted) {
      const last = this.count - 1;
      if (last < 0 || start >= this.ends[last]!) this.add(start, end, rule);
      else {
        this.ends[last] = Math.max(this.ends[last]!, end);
        this.rules[last] = this.ruleOfBoth(this.rules[last]!, rule, rank, keepsPart);
      }
    }
  }

  private ruleOfBoth(a: number, b: number, rank: readonly number[], keepsPart: readonly boolean[]): number {
    if (a === b) return a;
    if (a === HIDE_ALL || b === HIDE_ALL) {
      const other = a === HIDE_ALL ? b : a;
      return other === HIDE_ALL || keepsPart[other] ? HIDE_ALL : other;
    }
    const first = rank[a]! < rank[b]! ? a : b;
    return keepsPart[first] ? HIDE_ALL : first;
  }
}
