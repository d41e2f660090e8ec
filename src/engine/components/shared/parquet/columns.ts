import type { SchemaElement } from 'hyparquet';
import type { Batch, Span } from '../../../event/batch.ts';
import { BACKSLASH, CLOSE_BRACE, COMMA, QUOTE } from '../../../event/bytes.ts';
import { Output } from '../../../event/output.ts';
import { skipSpace, skipString, skipValue } from '../../../event/scanner.ts';
import { parseNanos } from '../outbound/event-time.ts';
import { type ColumnKind, kindOfValue, toSchemaElement, widest } from './column-types.ts';

const VALID_DEPTH = 1024;

function stringText(buf: Buffer, start: number, end: number): string {
  const text = buf.toString('utf8', start + 1, end - 1);
  if (buf.indexOf(BACKSLASH, start + 1) < 0 || !text.includes('\\')) return text;
  return String(JSON.parse(`"${text}"`));
}

/** Visits the members of a valid object: name, and range of the value's JSON. */
function eachMember(buf: Buffer, start: number, use: (name: string, from: number, to: number) => void): void {
  let p = skipSpace(buf, skipSpace(buf, start) + 1);
  while (buf[p] !== CLOSE_BRACE) {
    const nameEnd = skipString(buf, p);
    const name = stringText(buf, p, nameEnd);
    const from = skipSpace(buf, skipSpace(buf, nameEnd) + 1);
    const to = skipValue(buf, from, VALID_DEPTH);
    use(name, from, to);
    p = skipSpace(buf, to);
    if (buf[p] === COMMA) p = skipSpace(buf, p + 1);
  }
}

/** More fields go to one column as a JSON object. */
export const MAX_COLUMNS = 1000;
export const REST_COLUMN = '_rest';
const MESSAGE = 'message';

export type Value = string | number | bigint | boolean | null;
export type ColumnValues = { readonly name: string; readonly data: Value[] };

/** Maps top-level fields to columns. Kinds only widen, so a destination's files stay compatible. */
export class Columns {
  readonly #kinds = new Map<string, ColumnKind>();
  readonly #fixed: boolean;
  readonly #scratch = new Output(4096);
  readonly #span: Span = { buf: Buffer.alloc(0), start: 0, end: 0 };

  /** With `fixed`, there are no other columns. */
  constructor(fixed?: Readonly<Record<string, ColumnKind>>) {
    this.#fixed = fixed !== undefined;
    for (const [name, kind] of Object.entries(fixed ?? {})) this.#kinds.set(name, kind);
  }

  namesFor(batch: Batch, events: readonly number[]): string[] {
    if (this.#fixed) return [...this.#kinds.keys()];
    const names = new Set<string>();
    for (const event of events) {
      if (batch.isRawText(event)) this.#see(names, MESSAGE, 'text');
      else this.#members(batch, event, (name, kind) => this.#see(names, name, kind));
    }
    // Parquet needs at least one column.
    if (names.size === 0) this.#see(names, MESSAGE, 'empty');
    return [...names];
  }

  schemaOf(names: readonly string[]): SchemaElement[] {
    const elements = names.map((name) => toSchemaElement(name, this.#kinds.get(name) ?? 'empty'));
    return [{ name: 'root', num_children: elements.length }, ...elements];
  }

  valuesOf(batch: Batch, events: readonly number[], names: readonly string[]): ColumnValues[] {
    const columns = names.map((name) => ({ name, data: new Array<Value>(events.length).fill(null) }));
    const byName = new Map(columns.map((column) => [column.name, column.data]));
    const rest = byName.get(REST_COLUMN);
    events.forEach((event, row) => {
      if (batch.isRawText(event)) {
        byName.get(MESSAGE)![row] = batch.original(event).toString();
        return;
      }
      const others: string[] = [];
      this.#members(batch, event, (name, _kind, buf, from, to) => {
        const data = byName.get(name);
        if (data) data[row] = this.#valueOf(this.#kinds.get(name) ?? 'empty', buf, from, to);
        else others.push(`${JSON.stringify(name)}:${buf.toString('utf8', from, to)}`);
      });
      if (rest && others.length > 0) rest[row] = `{${others.join(',')}}`;
    });
    return columns;
  }

  #see(names: Set<string>, name: string, kind: ColumnKind): void {
    const known = this.#kinds.get(name);
    if (known === undefined && this.#kinds.size >= MAX_COLUMNS && name !== REST_COLUMN) {
      this.#see(names, REST_COLUMN, 'text');
      return;
    }
    names.add(name);
    if (known === undefined) this.#kinds.set(name, kind);
    else if (known !== kind) this.#kinds.set(name, widest(known, kind));
  }

  #members(
    batch: Batch,
    event: number,
    use: (name: string, kind: ColumnKind, buf: Buffer, from: number, to: number) => void,
  ): void {
    batch.locate(event, this.#scratch, this.#span);
    const { buf, start } = this.#span;
    eachMember(buf, start, (name, from, to) => use(name, kindOfValue(buf, from, to), buf, from, to));
  }

  #valueOf(kind: ColumnKind, buf: Buffer, from: number, to: number): Value {
    const isString = buf[from] === QUOTE;
    const text = isString ? stringText(buf, from, to) : buf.toString('utf8', from, to);
    if (!isString && text === 'null') return null;
    switch (kind) {
      case 'boolean':
        return text === 'true';
      case 'short':
      case 'long':
        return BigInt(text);
      case 'double':
        return Number(text);
      case 'time':
        return (parseNanos(text) ?? 0n) / 1000n;
      default:
        return text;
    }
  }
}
