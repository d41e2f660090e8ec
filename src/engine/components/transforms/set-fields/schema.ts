import { z } from 'zod';
import { parsePath } from '../../../event/path.ts';
import { compiles, refuse } from '../../schema/checks.ts';
import { defineComponent } from '../../schema/component.ts';
import { targetPath, transformFields } from '../../schema/fields.ts';
import { field } from '../../schema/hints.ts';
import { parseTemplate } from '../../shared/template-text.ts';

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};

const entrySchema = z
  .strictObject({
    field: targetPath('Field', 'Created when missing, with its parent objects.'),
    type: field(z.enum(['text', 'number', 'boolean', 'json', 'field']).default('text'), {
      label: 'Type',
      help: 'What the value is. A copy keeps numbers, lists and objects as they are.',
      options: {
        text: 'Text',
        number: 'Number',
        boolean: 'true or false',
        json: 'JSON',
        field: 'Copy of another field',
      },
    }),
    value: field(z.string().max(65_536), {
      label: 'Value',
      help: `A text may hold other fields, \${user.name}, and where the event came from, \${@origin.sender}. Write $$ for a dollar sign.`,
      placeholder: `\${verb} \${request}`,
    }),
    onlyIf: field(z.enum(['always', 'missing', 'empty']).default('always'), {
      label: 'Set it',
      help: 'An empty field is null, an empty text, list or object.',
      options: {
        always: 'Always',
        missing: 'Only if the field is missing',
        empty: 'Only if it is missing or empty',
      },
    }),
  })
  .superRefine((entry, context) => {
    const refuseValue = (message: string) => refuse(context, ['value'], entry.type, message);
    const { type, value } = entry;
    if (type === 'number' && (value.trim() === '' || !Number.isFinite(Number(value))))
      refuseValue('must be a number');
    if (type === 'boolean' && value !== 'true' && value !== 'false') refuseValue('must be true or false');
    if (type === 'json' && !isJson(value)) refuseValue('must be JSON, such as {"team": "web"} or ["a", "b"]');
    if (type === 'field')
      compiles('field', parsePath)(value.trim(), { addIssue: ({ message }) => refuseValue(message) });
    if (type === 'text')
      compiles('template', parseTemplate)(value, { addIssue: ({ message }) => refuseValue(message) });
  });
export type SetFieldEntry = z.output<typeof entrySchema>;

export const setFieldsSchema = z.strictObject({
  fields: field(z.array(entrySchema).min(1).max(200), {
    label: 'Fields',
    help: 'Set in this order; a later value may use an earlier field.',
  }),
  overwrite: field(z.boolean().default(true), {
    label: 'Replace existing values',
    help: 'Otherwise existing fields keep their value.',
  }),
  ...transformFields(),
});

export const setFields = defineComponent({
  templateId: 'set_fields',
  nodeType: 'TRANSFORM',
  name: 'Set fields',
  version: '1.1.0',
  category: 'FUNCTION',
  group: 'Functions',
  description: 'Adds fields or replaces their values, from constants and other fields.',
  icon: 'tag',
  schema: setFieldsSchema,
});
