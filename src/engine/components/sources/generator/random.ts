/** Pseudorandom; the same seed and sequence give the same values. */
export class Draws {
  private state = 0;

  begin(seed: number, sequence: number): void {
    const high = Math.floor(sequence / 4_294_967_296);
    let mixed = seed ^ Math.imul(sequence >>> 0, 0x9e3779b1) ^ Math.imul(high, 0x85ebca6b);
    mixed = Math.imul(mixed ^ (mixed >>> 16), 0x21f0aaad);
    this.state = mixed ^ (mixed >>> 15);
  }

  below(limit: number): number {
    this.state = (this.state + 0x6d2b79f5) | 0;
    let t = Math.imul(this.state ^ (this.state >>> 15), this.state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return Math.floor((((t ^ (t >>> 14)) >>> 0) / 4_294_967_296) * limit);
  }

  from<T>(choices: readonly T[]): T {
    return choices[this.below(choices.length)]!;
  }

  hex(digits: number): string {
    let text = '';
    while (text.length < digits) text += this.below(0x1000000).toString(16).padStart(6, '0');
    return text.slice(0, digits);
  }
}
