import { hash } from 'node:crypto';
import { formText, type MessageForm, MessageForms } from '../../../../contract/message-forms.ts';
import type { Batch } from '../../../event/batch.ts';
import { parsePath, pathOf } from '../../../event/path.ts';
import type { TransformComponent } from '../../types.ts';
import { fieldMissing, inTheWay } from '../problems.ts';
import { extractPatternsSchema } from './schema.ts';

/** Of the same number of words and first word: what every message is compared with. */
const MOST_ALIKE = 100;
const ID_LENGTH = 12;

/** A pattern as it is written into events; made again when the form has changed. */
type Written = { readonly id: string; readonly text: string };

const writtenOf = (form: MessageForm): Written => {
  const text = formText(form);
  return { id: hash('sha256', text, 'hex').slice(0, ID_LENGTH), text };
};

export const extractPatternsTransform: TransformComponent = {
  create(input, context) {
    const config = extractPatternsSchema.parse(input);
    const from = parsePath(config.field);
    const target = parsePath(config.target);
    const below = (name: string) => [...target, ...pathOf(name)];
    const [id, text, count, values] = [below('id'), below('text'), below('count'), below('values')];
    const missing = fieldMissing(config.field);
    const blocked = inTheWay(config.target);
    const forms = new MessageForms({
      similarity: config.similarity / 100,
      maxForms: config.maxPatterns,
      maxAlike: MOST_ALIKE,
    });
    const written = new WeakMap<MessageForm, Written>();

    const write = (batch: Batch, event: number, message: string): boolean => {
      const taken = forms.take(message);
      if (!taken) return true;
      const { form } = taken;
      let known = written.get(form);
      if (!known || taken.isChanged) {
        known = writtenOf(form);
        written.set(form, known);
      }
      if (!batch.setString(event, id, known.id) || !batch.setString(event, text, known.text)) return false;
      if (config.count) batch.setJsonText(event, count, String(form.count));
      if (config.values) batch.setJsonText(event, values, JSON.stringify(taken.values()));
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
