import { hash } from 'node:crypto';
import { type EventPattern, EventPatterns, formatEventPattern } from '../../../../contract/event-patterns.ts';
import type { Batch } from '../../../event/batch.ts';
import { createPath, parsePath } from '../../../event/path.ts';
import type { TransformComponent } from '../../types.ts';
import { fieldMissing, inTheWay } from '../problems.ts';
import { extractPatternsSchema } from './schema.ts';

const ID_LENGTH = 12;

/** As written to events; the text is renewed when the pattern widens. */
type Written = { readonly id: string; readonly text: string };

/** Derived from the unchanging part of a pattern, so it is stable across restarts and machines. */
const toId = ({ key }: EventPattern): string => hash('sha256', key, 'hex').slice(0, ID_LENGTH);

export const extractPatternsTransform: TransformComponent = {
  create(input, context) {
    const config = extractPatternsSchema.parse(input);
    const from = parsePath(config.field);
    const target = parsePath(config.target);
    const below = (name: string) => [...target, ...createPath(name)];
    const [id, text, count, values] = [below('id'), below('text'), below('count'), below('values')];
    const missing = fieldMissing(config.field);
    const blocked = inTheWay(config.target);
    const patterns = new EventPatterns({
      similarity: config.similarity / 100,
      maxPatterns: config.maxPatterns,
    });
    const written = new WeakMap<EventPattern, Written>();

    const write = (batch: Batch, event: number, message: string): boolean => {
      const match = patterns.take(message);
      if (!match) return true;
      const { pattern } = match;
      let known = written.get(pattern);
      if (!known || match.isChanged) {
        known = { id: known?.id ?? toId(pattern), text: formatEventPattern(pattern) };
        written.set(pattern, known);
      }
      if (!batch.setString(event, id, known.id) || !batch.setString(event, text, known.text)) return false;
      if (config.count) batch.setJsonText(event, count, String(pattern.count));
      if (config.values) batch.setJsonText(event, values, JSON.stringify(match.values()));
      return true;
    };
    return {
      process(batch, event) {
        const member = batch.get(event, from);
        if (member < 0) context.fail(batch, event, missing);
        else if (!write(batch, event, batch.text(member))) context.fail(batch, event, blocked);
      },
    };
  },
};
