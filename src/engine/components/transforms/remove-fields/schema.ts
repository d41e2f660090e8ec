import { z } from 'zod';
import { parseGlobPath } from '../../../event/glob.ts';
import { compiles, refuse } from '../../schema/checks.ts';
import { defineComponent } from '../../schema/component.ts';
import { transformFields } from '../../schema/fields.ts';
import { field } from '../../schema/hints.ts';

const fieldGlob = z.string().trim().superRefine(compiles('field', parseGlobPath));

export const removeFieldsSchema = z
  .strictObject({
    fields: field(z.array(fieldGlob).max(1000).default([]), {
      label: 'Fields',
      help: 'Removed with everything inside them; a missing field is not an error. A star stands for any characters of one name: http.headers.x-* or *.id.',
      kind: 'fields',
      placeholder: 'user.name',
    }),
    removeNull: field(z.boolean().default(false), {
      label: 'Remove null fields',
      help: 'Wherever they are in the event, but not inside lists.',
    }),
    removeEmpty: field(z.boolean().default(false), {
      label: 'Remove empty fields',
      help: 'Empty texts, lists and objects, also objects that become empty.',
    }),
    ...transformFields(),
  })
  .superRefine(({ fields, removeNull, removeEmpty }, context) => {
    if (fields.length === 0 && !removeNull && !removeEmpty)
      refuse(
        context,
        ['fields'],
        'min',
        'must have at least 1 entry, unless null or empty fields are removed',
      );
  });

export const removeFields = defineComponent({
  templateId: 'remove_fields',
  nodeType: 'TRANSFORM',
  name: 'Remove fields',
  version: '1.1.0',
  category: 'FUNCTION',
  group: 'Functions',
  description: 'Removes fields by name, and fields that are null or empty.',
  icon: 'scissors',
  schema: removeFieldsSchema,
});
