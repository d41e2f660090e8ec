import { z } from 'zod';
import { refuse } from '../../schema/checks.ts';
import { defineComponent } from '../../schema/component.ts';
import { assetField, fieldPath, optionalTargetPath, transformFields } from '../../schema/fields.ts';
import { field } from '../../schema/hints.ts';
import { MAX_ROWS } from './limits.ts';

const columnName = z.string().trim().min(1).max(256);

const ONE_KEY: readonly string[] = ['cidr', 'prefix'];

export const lookupSchema = z
  .strictObject({
    file: assetField('File', 'A lookup table: CSV whose first line names the columns.', ['LOOK_UP_DATA']),
    keys: field(
      z
        .array(
          z.strictObject({
            field: fieldPath('Field', 'Of the event; its value is looked up.', 'host'),
            column: field(columnName, {
              label: 'Column',
              help: 'Of the file, in which the value is looked for.',
              placeholder: 'host',
            }),
          }),
        )
        .min(1)
        .max(8),
      { label: 'Keys', help: 'A row matches when all keys match; of several, the first is used.' },
    ),
    match: field(z.enum(['exact', 'ignore_case', 'cidr', 'prefix']).default('exact'), {
      label: 'Match',
      help: 'How a value matches a cell. Of several blocks or prefixes, the longest is used.',
      options: {
        exact: 'The same text',
        ignore_case: 'The same text, whatever the case',
        cidr: 'An address in the block of the cell, such as 10.0.0.0/8',
        prefix: 'A text that begins with the cell',
      },
    }),
    columns: field(z.array(columnName).max(256).default([]), {
      label: 'Columns to add',
      help: 'Each becomes a field of its name. Left empty, all but the keys.',
      placeholder: 'owner',
    }),
    target: optionalTargetPath(
      'Put the fields in',
      'An object for the new fields; if empty, they go to the top level.',
      'host_info',
    ),
    namePrefix: field(z.string().max(256).optional(), {
      label: 'Names begin with',
      help: 'Put before the name of each new field.',
      placeholder: 'host_',
    }),
    numbers: field(z.boolean().default(false), {
      label: 'Numbers as numbers',
      help: 'A cell such as 200 or 0.5 becomes a number; 007 and 1.2.3 stay text.',
    }),
    existing: field(z.enum(['overwrite', 'keep']).default('overwrite'), {
      label: 'Existing fields',
      help: 'What happens to an existing value when a row is found.',
      options: { overwrite: 'Replace it', keep: 'Keep it' },
    }),
    emptyCells: field(z.enum(['leave_out', 'keep']).default('leave_out'), {
      label: 'Empty cells',
      help: 'An empty cell sets nothing, or an empty text.',
      options: { leave_out: 'Leave the field out', keep: 'Set an empty text' },
    }),
    onMiss: field(z.enum(['pass', 'drop', 'error']).default('pass'), {
      label: 'When no row matches',
      help: 'Also for an event without a key field.',
      options: {
        pass: 'Pass the event unchanged',
        drop: 'Drop the event',
        error: 'Treat it as an event that cannot be processed',
      },
    }),
    maxRows: field(z.int().min(1).max(MAX_ROWS).default(500_000), {
      label: 'Most rows',
      help: 'A larger file is refused, so that it cannot fill the memory. 100,000 short rows take about 20 MB.',
      group: 'Limits',
    }),
    ...transformFields(),
  })
  .superRefine(({ keys, match, columns }, context) => {
    if (keys.length > 1 && ONE_KEY.includes(match))
      refuse(context, ['keys'], 'one_key', 'may have one entry only for this kind of match');
    columns.forEach((name, index) => {
      if (columns.indexOf(name) < index)
        refuse(context, ['columns', index], 'unique', `must differ; '${name}' appears twice`);
    });
  });
export type LookupConfig = z.output<typeof lookupSchema>;

export const lookup = defineComponent({
  templateId: 'lookup',
  nodeType: 'TRANSFORM',
  name: 'Look up in a table',
  version: '1.0.0',
  category: 'FUNCTION',
  group: 'Enrichment',
  description: 'Adds fields from the matching row of an uploaded table.',
  icon: 'table-properties',
  schema: lookupSchema,
});
