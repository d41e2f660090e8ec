import type { Batch } from '../../../event/batch.ts';
import { CLOSE_BRACKET, COMMA, OPEN_BRACE, OPEN_BRACKET } from '../../../event/bytes.ts';
import { parsePath } from '../../../event/path.ts';
import { skipSpace, skipValue } from '../../../event/scanner.ts';
import type { ComponentProblem, TransformComponent } from '../../types.ts';
import { fieldMissing, inTheWay } from '../problems.ts';
import { unrollSchema } from './schema.ts';

export const MAX_ELEMENTS = 10_000;
export const MAX_UNROLLED_BYTES = 64 * 1024 * 1024;
const VALID_DEPTH = 1024;

const noList = (path: string): ComponentProblem => ({
  errorName: 'NotAList',
  message: `The field ${path} is not a list`,
  causes: ['An event holds a single value there', 'The list is still a text: it was not parsed'],
  resolutions: [
    `Parse the JSON in ${path} before this step`,
    `Add a condition so that only events with a list in ${path} come here`,
  ],
});

const tooMuch = (path: string): ComponentProblem => ({
  errorName: 'ListTooLong',
  message: `The list ${path} has more than ${MAX_ELEMENTS} elements, or would make more than ${MAX_UNROLLED_BYTES / 1024 / 1024} MiB of events`,
  causes: ['A sender puts very many records into one event', 'Each element would repeat a large event'],
  resolutions: ['Configure the sender to write shorter lists', 'Remove other fields before this step'],
});

/** Null when there are too many. */
function splitElements(json: Buffer): Buffer[] | null {
  const elements: Buffer[] = [];
  for (let p = skipSpace(json, 1); json[p] !== CLOSE_BRACKET; ) {
    if (elements.length === MAX_ELEMENTS) return null;
    const end = skipValue(json, p, VALID_DEPTH);
    elements.push(json.subarray(p, end));
    p = skipSpace(json, end);
    if (json[p] === COMMA) p = skipSpace(json, p + 1);
  }
  return elements;
}

/** The first element replaces the event; the others are appended as created events. */
export const unrollTransform: TransformComponent = {
  create(input, context) {
    const { field, target, keepParent, emptyList } = unrollSchema.parse(input);
    const from = parsePath(field);
    const to = parsePath(target ?? field);
    const missing = fieldMissing(field);
    const wrong = noList(field);
    const tooLong = tooMuch(field);
    const blocked = inTheWay(target ?? field);
    const empty = Buffer.from('{}');

    const unrollAll = (batch: Batch, event: number, elements: readonly Buffer[]): ComponentProblem | null => {
      const original = batch.bytesOf(event);
      if (keepParent) batch.remove(event, from);
      const parent = keepParent ? batch.bytesOf(event) : empty;
      const sum = elements.reduce((bytes, element) => bytes + element.length, 0);
      if (sum + parent.length * elements.length > MAX_UNROLLED_BYTES) {
        batch.replaceWith(event, original, false);
        return tooLong;
      }
      for (const [index, element] of elements.entries()) {
        const isWhole = !keepParent && target === undefined && element[0] === OPEN_BRACE;
        const bytes = isWhole ? element : parent;
        let ev = event;
        if (index === 0) batch.replaceWith(event, bytes, false);
        else ev = batch.appendTrusted(bytes, false);
        // What blocks the first element blocks all, before anything was created.
        if (isWhole || batch.setTrusted(ev, to, element)) continue;
        batch.replaceWith(event, original, false);
        return blocked;
      }
      return null;
    };
    const unrollEvent = (batch: Batch, event: number): ComponentProblem | null => {
      const member = batch.get(event, from);
      if (member < 0) return missing;
      if (batch.kind(member) !== OPEN_BRACKET) return wrong;
      const elements = splitElements(Buffer.from(`${batch.json(member)}\n`));
      if (elements === null) return tooLong;
      if (elements.length > 0) return unrollAll(batch, event, elements);
      if (emptyList === 'drop') batch.drop(event);
      return null;
    };
    return {
      process(batch, event) {
        const problem = unrollEvent(batch, event);
        if (problem) context.fail(batch, event, problem);
      },
    };
  },
};
