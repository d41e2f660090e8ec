import { setFlagsFromString } from 'node:v8';

/**
 * V8 changes to its linear engine after too many backtracks, but simple loops such as `a*b` do not count as
 * backtracks and stay quadratic in the length of the text. Longer texts than this go to the linear engine at
 * once; on shorter ones the usual engine is about ten times faster and its worst case a few milliseconds.
 */
const LINEAR_FROM = 2048;

let flagsSet = false;

/** The same expression for V8's linear engine only. */
function linearTwin(source: string, flags: string): RegExp {
  if (!flagsSet) setFlagsFromString('--enable-experimental-regexp-engine');
  flagsSet = true;
  return new RegExp(source, `${flags}l`);
}

/** A regular expression whose time is linear in the text, whatever the text is. It keeps no `lastIndex`. */
export class SafeRegExp extends RegExp {
  private readonly usual: RegExp;
  private readonly linear: RegExp;
  private usualAll: RegExp | undefined;
  private linearAll: RegExp | undefined;

  /** Throws SyntaxError, also when the source has no linear form. */
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

  /** Gives each match that is not empty to `take`, one after the other. Time grows with the text only. */
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
