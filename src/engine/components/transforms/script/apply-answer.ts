import { isRecord } from '../../../../contract/values.ts';
import type { Batch } from '../../../event/batch.ts';
import { TextConstant } from '../../../event/constants.ts';
import { MAX_PATH_DEPTH, type Path } from '../../../event/path.ts';

/** With more changes an event is rewritten. */
const MAX_CHANGES = 200;
const CONSTANTS_KEPT = 2000;
/** V8 of Node 24 confuses keys with escapes when it parses whole objects. */
const ESCAPED_KEY = /\\[^"]*"\s*:/;
/** JavaScript might write it differently. Also matches in strings. */
const UNUSUAL_NUMBER = /\d{16}|\d[eE.]|-0/;

type Change = { readonly names: readonly string[]; readonly value: unknown };
type Fields = Record<string, unknown>;

/** A number too large for JavaScript is Infinity before, and null after a script wrote it. */
const isSame = (before: unknown, after: unknown): boolean =>
  before === after || (after === null && (before === Infinity || before === -Infinity));

function isDeepSame(before: unknown, after: unknown): boolean {
  if (isSame(before, after)) return true;
  if (Array.isArray(before) && Array.isArray(after))
    return before.length === after.length && before.every((one, index) => isDeepSame(one, after[index]));
  if (!isRecord(before) || !isRecord(after)) return false;
  const names = Object.keys(before);
  return (
    names.length === Object.keys(after).length &&
    names.every((name) => Object.hasOwn(after, name) && isDeepSame(before[name], after[name]))
  );
}

/** False when fields were reordered, which edits cannot express. */
function listChanges(before: Fields, after: Fields, names: readonly string[], changes: Change[]): boolean {
  const kept = Object.keys(before).filter((name) => Object.hasOwn(after, name));
  if (Object.keys(after).some((name, index) => index < kept.length && name !== kept[index])) return false;
  for (const name of Object.keys(before))
    if (!Object.hasOwn(after, name)) changes.push({ names: [...names, name], value: undefined });
  for (const [name, value] of Object.entries(after)) {
    const former = Object.hasOwn(before, name) ? before[name] : undefined;
    const below = [...names, name];
    if (isRecord(former) && isRecord(value) && below.length < MAX_PATH_DEPTH) {
      if (!listChanges(former, value, below, changes)) return false;
    } else if (!Object.hasOwn(before, name) || !isDeepSame(former, value))
      changes.push({ names: below, value });
  }
  return changes.length <= MAX_CHANGES;
}

type Revive = (this: unknown, name: string, value: unknown, context: { source?: string }) => unknown;
/**
 * ECMAScript's JSON.parse source text access (https://github.com/tc39/proposal-json-parse-with-source),
 * missing in the type library.
 */
const SourceJson = JSON as unknown as {
  rawJSON(text: string): object;
  isRawJSON(value: unknown): boolean;
  parse(text: string, revive: Revive): unknown;
};

/** Restores numbers of `before` as written, at the same places of `after`. */
function keepNumbers(before: unknown, after: unknown): unknown {
  if (SourceJson.isRawJSON(before)) {
    const source = JSON.stringify(before);
    return isSame(Number(source), after) ? before : after;
  }
  if (Array.isArray(before) && Array.isArray(after))
    return after.map((one, index) => keepNumbers(before[index], one));
  if (!isRecord(before) || !isRecord(after)) return after;
  return Object.fromEntries(
    Object.entries(after).map(([name, value]) => [
      name,
      Object.hasOwn(before, name) ? keepNumbers(before[name], value) : value,
    ]),
  );
}

/** JSON of `after`; unusual numbers are copied from `before`. */
function writeWithNumbers(before: string, after: unknown): string {
  if (!UNUSUAL_NUMBER.test(before)) return JSON.stringify(after);
  const raw = SourceJson.parse(before, (_name, value, { source }) =>
    typeof value === 'number' && source !== undefined && String(value) !== source
      ? SourceJson.rawJSON(source)
      : value,
  );
  return JSON.stringify(keepNumbers(raw, after));
}

export class AnswerWriter {
  private readonly constants = new Map<string, TextConstant>();

  replace(batch: Batch, event: number, before: string, after: string): void {
    const changes = this.compare(before, after);
    if (changes === null) {
      batch.replaceWith(event, Buffer.from(this.rewrite(before, after)), false);
      return;
    }
    for (const { names, value } of changes) this.apply(batch, event, this.toPath(names), value);
  }

  append(batch: Batch, before: string, after: string): void {
    batch.appendTrusted(Buffer.from(this.rewrite(before, after)), false);
  }

  private rewrite(before: string, after: string): string {
    if (!UNUSUAL_NUMBER.test(before) || ESCAPED_KEY.test(before) || ESCAPED_KEY.test(after)) return after;
    return writeWithNumbers(before, JSON.parse(after));
  }

  private compare(before: string, after: string): Change[] | null {
    if (ESCAPED_KEY.test(before) || ESCAPED_KEY.test(after)) return null;
    const changes: Change[] = [];
    return listChanges(JSON.parse(before), JSON.parse(after), [], changes) ? changes : null;
  }

  private apply(batch: Batch, event: number, path: Path, value: unknown): void {
    if (value === undefined) batch.remove(event, path);
    else if (typeof value === 'string') batch.setString(event, path, value);
    else {
      const member = typeof value === 'object' ? batch.get(event, path) : -1;
      const text = member < 0 ? JSON.stringify(value) : writeWithNumbers(batch.json(member), value);
      batch.setJsonText(event, path, text);
    }
  }

  private toPath(names: readonly string[]): Path {
    if (this.constants.size > CONSTANTS_KEPT) this.constants.clear();
    return names.map((name) => {
      const known = this.constants.get(name) ?? new TextConstant(name);
      this.constants.set(name, known);
      return known;
    });
  }
}
