import { z } from 'zod';
import { defineComponent } from '../../schema/component.ts';
import { fieldPaths, transformFields } from '../../schema/fields.ts';

export const keepFieldsSchema = z.strictObject({
  fields: fieldPaths('Fields', 'Kept with everything inside them; every other field is removed.'),
  ...transformFields(),
});

export const keepFields = defineComponent({
  templateId: 'keep_fields',
  nodeType: 'TRANSFORM',
  name: 'Keep fields',
  version: '1.0.0',
  category: 'FUNCTION',
  group: 'Functions',
  description: 'Keeps only the fields you name.',
  icon: 'list-checks',
  schema: keepFieldsSchema,
});
