import type { Batch } from '../../../event/batch.ts';
import { JsonConstant } from '../../../event/constants.ts';
import { type Path, parsePath } from '../../../event/path.ts';
import type { TransformComponent } from '../../types.ts';
import { inTheWay } from '../problems.ts';
import { type SetFieldEntry, setFieldsSchema } from './schema.ts';
import { parseTemplate, type TemplatePart } from './template-text.ts';

type Setter = (batch: Batch, event: number) => boolean;

const joined = (parts: readonly TemplatePart[], batch: Batch, event: number): string => {
  let text = '';
  for (const part of parts) {
    if (typeof part === 'string') text += part;
    else {
      const member = batch.get(event, part);
      if (member >= 0) text += batch.text(member);
    }
  }
  return text;
};

const setConstant = (path: Path, value: unknown): Setter => {
  const constant = new JsonConstant(value);
  return (batch, event) => batch.set(event, path, constant);
};

function setterOf({ field, type, value }: SetFieldEntry): Setter {
  const path = parsePath(field);
  if (type === 'number') return setConstant(path, Number(value));
  if (type === 'boolean') return setConstant(path, value === 'true');
  if (type === 'json') return setConstant(path, JSON.parse(value));
  const parts = parseTemplate(value);
  const [only] = parts;
  if (parts.length === 1 && typeof only === 'string') return setConstant(path, only);
  return (batch, event) => batch.setString(event, path, joined(parts, batch, event));
}

/** A field that a text names and an event lacks counts as empty. */
export const setFieldsTransform: TransformComponent = {
  create(config, context) {
    const { fields, overwrite } = setFieldsSchema.parse(config);
    const entries = fields.map((entry) => ({
      path: parsePath(entry.field),
      set: setterOf(entry),
      problem: inTheWay(entry.field),
    }));
    return {
      process(batch, event) {
        for (const { path, set, problem } of entries) {
          if (!overwrite && batch.get(event, path) >= 0) continue;
          if (!set(batch, event)) {
            context.fail(batch, event, problem);
            return;
          }
        }
      },
    };
  },
};
