import { z } from 'zod';
import { defineComponent } from '../../schema/component.ts';
import { messageField, parserFields, transformFields } from '../../schema/fields.ts';
import { field } from '../../schema/hints.ts';

export const parseCefSchema = z.strictObject({
  field: messageField('The text; anything before CEF:, such as a syslog header, is skipped.'),
  ...parserFields(),
  labels: field(z.boolean().default(true), {
    label: 'Use custom labels',
    help: 'cs1Label=Rule cs1=web becomes Rule=web instead of two fields; so do cn, cfp, c6a, deviceCustomDate and flex fields.',
  }),
  ...transformFields(),
});

export const parseCef = defineComponent({
  templateId: 'parse_cef',
  nodeType: 'TRANSFORM',
  name: 'Parse CEF',
  version: '1.0.0',
  category: 'PARSER',
  group: 'Parsers',
  description: 'Reads the Common Event Format of security products: header and extension.',
  icon: 'shield',
  schema: parseCefSchema,
});
