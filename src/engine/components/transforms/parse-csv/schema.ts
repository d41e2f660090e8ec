import { z } from 'zod';
import { refuse } from '../../schema/checks.ts';
import { defineComponent } from '../../schema/component.ts';
import { messageField, parserFields, transformFields } from '../../schema/fields.ts';
import { field } from '../../schema/hints.ts';
import { MAX_FOUND } from '../text-parser.ts';

const columnName = z.string().trim().min(1).max(256);

export const parseCsvSchema = z
  .strictObject({
    field: messageField('Holds one line of CSV. A raw line is the field message.'),
    columns: field(z.array(columnName).max(MAX_FOUND).default([]), {
      label: 'Columns',
      help: 'Names of the fields, in the order of the line. Cells beyond them become column_5 and so on.',
      placeholder: 'time',
    }),
    header: field(z.string().min(1).max(65_536).optional(), {
      label: 'Or the header line',
      help: 'The first line of the file, pasted here; it is read with the same delimiter and quotes.',
      placeholder: 'time,user,amount',
    }),
    delimiter: field(z.enum(['comma', 'semicolon', 'tab', 'pipe', 'space']).default('comma'), {
      label: 'Delimiter',
      help: 'The character between two cells.',
      options: { comma: 'Comma', semicolon: 'Semicolon', tab: 'Tab', pipe: 'Vertical bar', space: 'Space' },
    }),
    quote: field(z.enum(['double', 'single', 'none']).default('double'), {
      label: 'Quotes',
      help: 'A quoted cell may hold the delimiter; a quote in it is written twice, or after a backslash.',
      options: { double: 'Double: "a,b"', single: "Single: 'a,b'", none: 'None' },
    }),
    emptyCells: field(z.enum(['keep', 'leave_out']).default('keep'), {
      label: 'Empty cells',
      help: 'An empty cell sets an empty text, or nothing.',
      options: { keep: 'Set an empty text', leave_out: 'Leave the field out' },
    }),
    dropHeader: field(z.boolean().default(false), {
      label: 'Drop header lines',
      help: 'A line whose cells are the names of the columns is dropped: the first line of every file.',
    }),
    ...parserFields(),
    ...transformFields(),
  })
  .superRefine(({ columns, header }, context) => {
    const refuseColumns = (path: (string | number)[], message: string) =>
      refuse(context, path, 'columns', message);
    if (columns.length > 0 && header !== undefined)
      refuseColumns(['header'], 'must stay empty while columns are named');
    columns.forEach((name, index) => {
      if (columns.indexOf(name) < index)
        refuseColumns(['columns', index], `must differ; '${name}' appears twice`);
    });
  });
export type ParseCsvConfig = z.output<typeof parseCsvSchema>;

export const parseCsv = defineComponent({
  templateId: 'parse_csv',
  nodeType: 'TRANSFORM',
  name: 'Parse CSV',
  version: '1.0.0',
  category: 'PARSER',
  group: 'Parsers',
  description: 'Parses a line of comma-separated values into fields.',
  icon: 'table-2',
  schema: parseCsvSchema,
});
