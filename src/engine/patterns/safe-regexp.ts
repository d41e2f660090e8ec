import { setFlagsFromString } from 'node:v8';

/**
 * V8 falls back to its linear engine after too many backtracks, but loops such as `a*b` do not count and stay
 * quadratic. So longer texts use the linear engine directly; on shorter ones the default engine is ten times
 * faster and takes milliseconds at worst.
 */
const LINEAR_FROM = 2048;

let flagsSet = false;

function linearTwin(source: string, flags: string): RegExp {
  if (!flagsSet) setFlagsFromString('--enable-experimental-regexp-engine');
  flagsSet = true;
  return new RegExp(source, `${flags}l`);
}

/** Linear time on any text. Keeps no `lastIndex`. */
export class SafeRegExp extends RegExp {
  private readonly usual: RegExp;
  private readonly linear: RegExp;
  private usualAll: RegExp | undefined;
  private linearAll: RegExp | undefined;

  /** @throws SyntaxError, also when the source has no linear form */
  constructor(source: string, flags: string) {
    super(source, flags);
    this.usual = new RegExp(source, flags);
    this.linear = linearTwin(source, flags);
  }

  override exec(text: string): RegExpExecArray | null {
    return (text.length > LINEAR_FROM ? this.linear : this.usual).exec(text);
  }

  override test(text: string): boolean {
    return (text.length > LINEAR_FROM ? this.linear : this.usual).test(text);
  }

  /** Passes each non-empty match to `take`, in linear time. */
  eachMatch(text: string, take: (start: number, end: number) => void): void {
    const { source } = this;
    const flags = this.flags.replace('l', '');
    this.usualAll ??= new RegExp(source, `${flags}g`);
    this.linearAll ??= linearTwin(source, `${flags}g`);
    const all = text.length > LINEAR_FROM ? this.linearAll : this.usualAll;
    all.lastIndex = 0;
    for (let match = all.exec(text); match !== null; match = all.exec(text)) {
      const end = all.lastIndex;
      if (end > match.index) take(match.index, end);
      else all.lastIndex++;
    }
  }
}
