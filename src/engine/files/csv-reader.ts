import { NEWLINE, QUOTE, RETURN } from '../event/bytes.ts';
/** A file does not match its type: the broken rule, and a sentence. */
export class FileFault extends Error {
  override readonly name = 'FileFault';
  readonly rule: string;
  constructor(rule: string, message: string) {
    super(message);
    this.rule = rule;
  }
}

export type TakeRow = (cells: string[], line: number) => void;

const MAX_CELL_LENGTH = 65_536;

type State = 'start' | 'plain' | 'quoted' | 'closed';

/**
 * Reads CSV in chunks (https://datatracker.ietf.org/doc/html/rfc4180): quoted cells may contain delimiters,
 * line breaks and doubled quotes.
 */
export class CsvReader {
  readonly #delimiter: number;
  readonly #take: TakeRow;
  #state: State = 'start';
  #cells: string[] = [];
  #cell = '';
  #line = 1;
  #rowLine = 1;

  constructor(delimiter: string, take: TakeRow) {
    this.#delimiter = delimiter.charCodeAt(0);
    this.#take = take;
  }

  /** @throws FileFault */
  push(text: string): void {
    let from = 0;
    for (let at = 0; at < text.length; at++) {
      const code = text.charCodeAt(at);
      if (this.#state === 'quoted') {
        if (code === NEWLINE) this.#line++;
        if (code !== QUOTE) continue;
        this.#add(text, from, at);
        this.#state = 'closed';
        from = at + 1;
      } else if (code === QUOTE) {
        if (this.#state === 'plain') continue;
        // A second quote after a closing one is an escaped quote.
        if (this.#state === 'closed') this.#cell += '"';
        this.#state = 'quoted';
        from = at + 1;
      } else if (code === this.#delimiter) {
        this.#add(text, from, at);
        this.#endCell();
        from = at + 1;
      } else if (code === NEWLINE) {
        this.#add(text, from, at);
        this.#endRow();
        from = at + 1;
      } else if (this.#state === 'closed') {
        if (code !== RETURN) this.#refuse('quotes', 'a quoted cell is followed by text');
        from = at + 1;
      } else this.#state = 'plain';
    }
    this.#add(text, from, text.length);
  }

  /** @throws FileFault when a quoted cell is still open */
  end(): void {
    if (this.#state === 'quoted') this.#refuse('quotes', 'a quoted cell begins and never ends');
    if (this.#state !== 'start' || this.#cells.length > 0) this.#endRow();
  }

  #add(text: string, from: number, to: number): void {
    if (to > from) this.#cell += text.slice(from, to);
    if (this.#cell.length > MAX_CELL_LENGTH)
      this.#refuse('max_cell', `a cell has more than ${MAX_CELL_LENGTH} characters`);
  }

  #endCell(): void {
    this.#cells.push(this.#cell);
    this.#cell = '';
    this.#state = 'start';
  }

  #endRow(): void {
    if (this.#cell.endsWith('\r') && this.#state !== 'closed') this.#cell = this.#cell.slice(0, -1);
    const isBlank = this.#cells.length === 0 && this.#cell === '' && this.#state !== 'closed';
    this.#endCell();
    const cells = this.#cells;
    this.#cells = [];
    if (!isBlank) this.#take(cells, this.#rowLine);
    this.#line++;
    this.#rowLine = this.#line;
  }

  #refuse(rule: string, what: string): never {
    throw new FileFault(rule, `Line ${this.#rowLine}: ${what}`);
  }
}
