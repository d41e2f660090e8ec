import type { Batch } from '../../../event/batch.ts';
import { OPEN_BRACE, OPEN_BRACKET } from '../../../event/bytes.ts';
import { JsonConstant } from '../../../event/constants.ts';
import { type Path, parsePath } from '../../../event/path.ts';
import { parseTemplate, type TemplatePart } from '../../shared/template-text.ts';
import type { TransformComponent } from '../../types.ts';
import { inTheWay } from '../problems.ts';
import { type SetFieldEntry, setFieldsSchema } from './schema.ts';

type Setter = (batch: Batch, event: number) => boolean;

const EMPTY_JSON: ReadonlySet<string> = new Set(['null', '""', '[]', '{}']);

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

function createSetter({ field, type, value }: SetFieldEntry): Setter {
  const path = parsePath(field);
  if (type === 'number') return setConstant(path, Number(value));
  if (type === 'boolean') return setConstant(path, value === 'true');
  if (type === 'json') return setConstant(path, JSON.parse(value));
  if (type === 'field') {
    const from = parsePath(value.trim());
    return (batch, event) => batch.get(event, from) < 0 || batch.copy(event, from, path);
  }
  const parts = parseTemplate(value);
  const [only] = parts;
  if (parts.length === 1 && typeof only === 'string') return setConstant(path, only);
  return (batch, event) => batch.setString(event, path, joined(parts, batch, event));
}

/** True when the entry does not apply to an existing value. */
function leavesAlone({ onlyIf }: SetFieldEntry, overwrite: boolean) {
  return (batch: Batch, member: number): boolean => {
    if (member < 0) return false;
    if (!overwrite || onlyIf === 'missing') return true;
    return onlyIf === 'empty' && !isEmpty(batch, member);
  };
}

const isEmpty = (batch: Batch, member: number): boolean => {
  const kind = batch.kind(member);
  if (kind !== OPEN_BRACE && kind !== OPEN_BRACKET) return EMPTY_JSON.has(batch.json(member));
  return EMPTY_JSON.has(batch.json(member).replace(/\s+/g, ''));
};

/** In a text, a missing field is empty; copying a missing field does nothing. */
export const setFieldsTransform: TransformComponent = {
  create(config, context) {
    const { fields, overwrite } = setFieldsSchema.parse(config);
    const entries = fields.map((entry) => ({
      path: parsePath(entry.field),
      set: createSetter(entry),
      isConditional: !overwrite || entry.onlyIf !== 'always',
      leavesAlone: leavesAlone(entry, overwrite),
      problem: inTheWay(entry.field),
    }));
    return {
      process(batch, event) {
        for (const { path, set, isConditional, leavesAlone, problem } of entries) {
          if (isConditional && leavesAlone(batch, batch.get(event, path))) continue;
          if (!set(batch, event)) {
            context.fail(batch, event, problem);
            return;
          }
        }
      },
    };
  },
};
