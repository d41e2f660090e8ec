import { z } from 'zod';
import { defineComponent } from '../../schema/component.ts';
import { messageField, optionalTargetPath, transformFields } from '../../schema/fields.ts';
import { field } from '../../schema/hints.ts';

export const parseJsonSchema = z.strictObject({
  field: messageField('Holds the JSON text. A raw line is the field message.'),
  target: optionalTargetPath(
    'Put the result in',
    'Left empty, a raw line becomes the object it holds, and any other field is replaced by its parsed value.',
    'parsed',
  ),
  keepOriginal: field(z.boolean().default(false), {
    label: 'Keep the text too',
    help: 'Only when the result goes to another field.',
  }),
  ...transformFields(),
});

export const parseJson = defineComponent({
  templateId: 'parse_json',
  nodeType: 'TRANSFORM',
  name: 'Parse JSON',
  version: '1.0.0',
  category: 'PARSER',
  group: 'Parsers',
  description: 'Reads JSON text into fields.',
  icon: 'braces',
  schema: parseJsonSchema,
});
