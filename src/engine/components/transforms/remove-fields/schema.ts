import { z } from 'zod';
import { defineComponent } from '../../schema/component.ts';
import { fieldPaths, transformFields } from '../../schema/fields.ts';

export const removeFieldsSchema = z.strictObject({
  fields: fieldPaths('Fields', 'Removed with all they hold; a field that is missing is no error.'),
  ...transformFields(),
});
export type RemoveFieldsConfig = z.output<typeof removeFieldsSchema>;

export const removeFields = defineComponent({
  templateId: 'remove_fields',
  nodeType: 'TRANSFORM',
  name: 'Remove fields',
  version: '1.0.0',
  category: 'FUNCTION',
  group: 'Functions',
  description: 'Removes fields that nobody needs.',
  icon: 'scissors',
  schema: removeFieldsSchema,
});
