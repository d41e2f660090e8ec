import { z } from 'zod';
import { defineComponent } from '../../schema/component.ts';
import { optionalTargetPath, transformFields } from '../../schema/fields.ts';
import { field } from '../../schema/hints.ts';

export const flattenSchema = z.strictObject({
  separator: field(z.string().min(1).max(8).default('.'), {
    label: 'Separator',
    help: 'Stands between the names: {"http":{"status":200}} becomes {"http.status":200}. Of fields whose names become the same, the later ones get a number: http.status_2.',
  }),
  depth: field(z.int().min(1).max(100).default(100), {
    label: 'Levels',
    help: 'This many levels are flattened; deeper values stay objects.',
    unit: 'levels',
  }),
  lists: field(z.boolean().default(false), {
    label: 'Lists too',
    help: 'List elements are named by position: tags.0, tags.1. Otherwise lists stay as they are.',
  }),
  field: optionalTargetPath('Only below', 'An object; if empty, the whole event is flattened.', 'http'),
  ...transformFields(),
});

export const flatten = defineComponent({
  templateId: 'flatten',
  nodeType: 'TRANSFORM',
  name: 'Flatten',
  version: '1.0.0',
  category: 'FUNCTION',
  group: 'Functions',
  description: 'Turns nested objects into top-level fields.',
  icon: 'fold-vertical',
  schema: flattenSchema,
});
