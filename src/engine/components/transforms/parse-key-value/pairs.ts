export type PairSyntax = {
  readonly pairDelimiter: string;
  readonly valueDelimiter: string;
  readonly quotes: string;
};

/** `value` is undefined for a word without one. Return false to stop. */
export type TakePair = (name: string, value: string | undefined) => boolean;

/** Finds a text at increasing offsets, reading each character once. */
class Finder {
  private readonly text: string;
  private readonly wanted: string;
  private at = -1;

  constructor(text: string, wanted: string) {
    this.text = text;
    this.wanted = wanted;
  }

  /** Offset of the next match, or the text's length. */
  from(from: number): number {
    if (this.at < from) {
      const found = this.text.indexOf(this.wanted, from);
      this.at = found < 0 ? this.text.length : found;
    }
    return this.at;
  }
}

class PairReader {
  private readonly text: string;
  private readonly syntax: PairSyntax;
  private readonly pairEnds: Finder;
  private readonly tabs: Finder | null;
  private readonly valueStarts: Finder;
  private readonly unclosedFrom = new Map<string, number>();
  private at = 0;

  constructor(text: string, syntax: PairSyntax) {
    this.text = text;
    this.syntax = syntax;
    this.pairEnds = new Finder(text, syntax.pairDelimiter);
    this.tabs = syntax.pairDelimiter === ' ' ? new Finder(text, '\t') : null;
    this.valueStarts = new Finder(text, syntax.valueDelimiter);
  }

  read(take: TakePair): void {
    const { text, syntax } = this;
    for (;;) {
      this.skipBetween();
      if (this.at >= text.length) return;
      const start = this.at;
      const quoted = this.quoted();
      const pairEnd = this.pairEnd();
      const valueStart = this.valueStarts.from(this.at);
      const hasValue = valueStart < pairEnd;
      const name = quoted ?? text.slice(start, hasValue ? valueStart : pairEnd).trim();
      this.at = hasValue ? valueStart + syntax.valueDelimiter.length : pairEnd;
      if (name === '') {
        if (hasValue) this.value();
        continue;
      }
      if (!take(name, hasValue ? this.value() : undefined)) return;
    }
  }

  private value(): string {
    // Spaces may surround the separator only where they do not delimit pairs.
    if (this.syntax.pairDelimiter.trim() !== '') this.skipSpaces();
    const quoted = this.quoted();
    if (quoted !== null) return quoted;
    const start = this.at;
    this.at = this.pairEnd();
    return this.text.slice(start, this.at).trim();
  }

  private pairEnd(): number {
    const end = this.pairEnds.from(this.at);
    return this.tabs ? Math.min(end, this.tabs.from(this.at)) : end;
  }

  private skipBetween(): void {
    const { text } = this;
    const { pairDelimiter } = this.syntax;
    for (;;) {
      this.skipSpaces();
      if (!text.startsWith(pairDelimiter, this.at)) return;
      this.at += pairDelimiter.length;
    }
  }

  private skipSpaces(): void {
    const { pairDelimiter } = this.syntax;
    for (; this.at < this.text.length; this.at++) {
      const char = this.text[this.at]!;
      if (char !== ' ' && char !== '\t' && char !== '\n' && char !== '\r') return;
      if (char === pairDelimiter[0] && char !== ' ') return;
    }
  }

  private quoted(): string | null {
    const { text } = this;
    const quote = text[this.at];
    if (quote === undefined || !this.syntax.quotes.includes(quote)) return null;
    if (this.at >= (this.unclosedFrom.get(quote) ?? Number.POSITIVE_INFINITY)) return null;
    let plain = '';
    let from = this.at + 1;
    for (let p = from; p < text.length; p++) {
      const char = text[p];
      if (char === '\\' && (text[p + 1] === quote || text[p + 1] === '\\')) {
        plain += text.slice(from, p);
        from = p + 1;
        p++;
      } else if (char === quote) {
        this.at = p + 1;
        return plain + text.slice(from, p);
      }
    }
    this.unclosedFrom.set(quote, this.at);
    return null;
  }
}

export function readPairs(text: string, syntax: PairSyntax, take: TakePair): void {
  new PairReader(text, syntax).read(take);
}
