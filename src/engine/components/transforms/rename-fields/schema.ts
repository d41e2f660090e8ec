import { z } from 'zod';
import { defineComponent } from '../../schema/component.ts';
import { targetPath, transformFields } from '../../schema/fields.ts';
import { field } from '../../schema/hints.ts';

const entrySchema = z.strictObject({
  from: targetPath('From', 'A missing field is not an error.', 'req'),
  to: targetPath('To', 'A field of that name is replaced.', 'request.path'),
});

export const renameFieldsSchema = z.strictObject({
  fields: field(z.array(entrySchema).min(1).max(200), {
    label: 'Fields',
    help: 'Renamed in this order.',
  }),
  ...transformFields(),
});

export const renameFields = defineComponent({
  templateId: 'rename_fields',
  nodeType: 'TRANSFORM',
  name: 'Rename fields',
  version: '1.0.0',
  category: 'FUNCTION',
  group: 'Functions',
  description: 'Renames or moves fields.',
  icon: 'pencil',
  schema: renameFieldsSchema,
});
