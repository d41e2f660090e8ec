import type { Batch } from '../../event/batch.ts';
import { createTextField, type TextField } from '../../event/builder.ts';
import { MESSAGE } from '../../event/constants.ts';
import { isNumberText } from '../../event/numbers.ts';
import { createPath, type Path, parsePath } from '../../event/path.ts';
import type { ComponentProblem, RunningTransform, TransformContext } from '../types.ts';
import { fieldMissing, inTheWay } from './problems.ts';

/** Text parsers read one field and write results beside it or into an object. */

export type TextParserConfig = {
  field: string;
  target?: string | undefined;
  keepOriginal: boolean;
  numbers: boolean;
};

/** More fields suggest another format and would slow down later steps. */
export const MAX_FOUND = 1000;
/** Bounds memory: field names come from the data. */
const MAX_KEPT_NAMES = 10_000;

/** Fields of one text in order. The last duplicate wins. */
export class FoundFields {
  readonly names: string[] = [];
  readonly values: (string | string[])[] = [];
  /** This many first fields always stay text. */
  texts = 0;

  add(name: string, value: string | string[]): boolean {
    if (this.names.length === MAX_FOUND) return false;
    this.names.push(name);
    this.values.push(value);
    return true;
  }

  clear(): void {
    this.names.length = 0;
    this.values.length = 0;
    this.texts = 0;
  }
}

/** Fills `found`; a problem leaves the event unchanged. */
export type ReadText = (text: string, found: FoundFields) => ComponentProblem | null;

export const tooManyFields = (field: string): ComponentProblem => ({
  errorName: 'TooManyFields',
  message: `The text in ${field} holds more than ${MAX_FOUND} fields`,
  causes: ['The text has another layout than this step expects', 'Several events were joined into one'],
  resolutions: ['Look at the example event', 'Add a condition so that only texts of this layout come here'],
});

const startsWith = (path: Path, start: Path): boolean =>
  start.length <= path.length && start.every((name, level) => name.text === path[level]?.text);

const LONGEST_NUMBER = 64;

type KnownName = {
  readonly path: Path;
  readonly text: TextField;
  readonly number: TextField;
  line: number;
};

/** Sets fields by names from the data, optionally under one object. */
class FieldSetter {
  private readonly prefix: Path;
  private readonly numbers: boolean;
  private readonly names = new Map<string, KnownName>();
  private readonly fields: TextField[] = [];
  private line = 0;

  constructor(prefix: Path, numbers: boolean) {
    this.prefix = prefix;
    this.numbers = numbers;
  }

  private know(name: string): KnownName {
    const known = this.names.get(name);
    if (known) return known;
    if (this.names.size === MAX_KEPT_NAMES) this.names.clear();
    const path = [...this.prefix, ...createPath(name)];
    const added = { path, text: createTextField(name, false), number: createTextField(name, true), line: -1 };
    this.names.set(name, added);
    return added;
  }

  /**
   * Replaces a raw line by the fields at once. False (nothing changed) when that differs from setting them
   * one by one: for lists, repeated names, the line's own name, and texts with escapes.
   */
  replaceLine(batch: Batch, event: number, { names, values, texts }: FoundFields): boolean {
    const { fields } = this;
    fields.length = 0;
    this.line++;
    if (this.names.size + names.length > MAX_KEPT_NAMES) this.names.clear();
    for (let i = 0; i < names.length; i++) {
      const name = names[i]!;
      const value = values[i]!;
      const known = this.know(name);
      if (typeof value !== 'string' || known.line === this.line || name === MESSAGE.text) return false;
      known.line = this.line;
      fields.push(this.numbers && i >= texts && value.length <= LONGEST_NUMBER ? known.number : known.text);
    }
    return batch.replaceText(event, fields, values as readonly string[]);
  }

  setText(batch: Batch, event: number, name: string, value: string): boolean {
    return batch.setString(event, this.know(name).path, value);
  }

  set(batch: Batch, event: number, name: string, value: string | string[]): boolean {
    const { path } = this.know(name);
    if (typeof value !== 'string')
      return batch.setJsonText(event, path, `[${value.map((one) => this.json(one)).join(',')}]`);
    return this.isNumber(value) ? batch.setJsonText(event, path, value) : batch.setString(event, path, value);
  }

  private isNumber(text: string): boolean {
    return this.numbers && text.length <= LONGEST_NUMBER && isNumberText(text);
  }

  private json(text: string): string {
    return this.isNumber(text) ? text : JSON.stringify(text);
  }
}

/**
 * Runs a parser over one field. Either all fields are set and the text is removed (unless kept or replaced),
 * or the event stays unchanged.
 */
export function textParser(
  config: TextParserConfig,
  context: TransformContext,
  read: ReadText,
): RunningTransform {
  const source = parsePath(config.field);
  const prefix = config.target === undefined ? [] : parsePath(config.target);
  const setter = new FieldSetter(prefix, config.numbers);
  const makesRoom = startsWith(prefix, source);
  const lastOfSource = source.at(-1)?.text ?? '';
  const mayReplace = source.length === prefix.length + 1 && startsWith(source, prefix);
  const missing = fieldMissing(config.field);
  const blocked = inTheWay(config.target ?? config.field);
  const found = new FoundFields();
  const replacesLine =
    prefix.length === 0 && source.length === 1 && lastOfSource === MESSAGE.text && !config.keepOriginal;

  const parse = (batch: Batch, event: number): ComponentProblem | null => {
    const isLine = replacesLine && batch.isRawText(event);
    const text = isLine ? batch.message(event) : batch.textAt(event, source);
    if (text === undefined) return missing;
    found.clear();
    const problem = read(text, found);
    if (problem) return problem;
    if (isLine && setter.replaceLine(batch, event, found)) return null;
    if (makesRoom) batch.remove(event, source);
    let replaced = makesRoom;
    for (let i = 0; i < found.names.length; i++) {
      const name = found.names[i]!;
      const value = found.values[i]!;
      const isSet =
        i < found.texts && typeof value === 'string'
          ? setter.setText(batch, event, name, value)
          : setter.set(batch, event, name, value);
      if (!isSet) return blocked;
      if (mayReplace && name === lastOfSource) replaced = true;
    }
    if (!config.keepOriginal && !replaced) batch.remove(event, source);
    return null;
  };
  return {
    process(batch, event) {
      const problem = parse(batch, event);
      if (problem) context.fail(batch, event, problem);
    },
  };
}
