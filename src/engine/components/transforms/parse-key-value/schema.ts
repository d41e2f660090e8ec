import { z } from 'zod';
import { refuse } from '../../schema/checks.ts';
import { defineComponent } from '../../schema/component.ts';
import { messageField, parserFields, transformFields } from '../../schema/fields.ts';
import { field } from '../../schema/hints.ts';

const delimiter = (initial: string) => z.string().min(1).max(8).default(initial);

export const parseKeyValueSchema = z
  .strictObject({
    field: messageField('Holds the pairs, such as SRC=10.0.0.1 DPT=443. A raw line is the field message.'),
    pairDelimiter: field(delimiter(' '), {
      label: 'Between pairs',
      help: 'A space, unless something else is set; it also stands for several spaces and for tabs.',
    }),
    valueDelimiter: field(delimiter('='), {
      label: 'Between name and value',
      help: 'For instance = or a colon.',
    }),
    quotes: field(z.enum(['double', 'single', 'both', 'none']).default('double'), {
      label: 'Quotes',
      help: 'A quoted name or value may hold the delimiters; \\ before a quote escapes it.',
      options: { double: 'Double: "a b"', single: "Single: 'a b'", both: 'Double and single', none: 'None' },
    }),
    repeated: field(z.enum(['last', 'first', 'list']).default('last'), {
      label: 'A name that repeats',
      help: 'Which of its values is used.',
      options: { last: 'The last value', first: 'The first value', list: 'All, as a list' },
    }),
    bareWords: field(z.enum(['ignore', 'true']).default('ignore'), {
      label: 'Words without a value',
      help: 'For instance SYN in the lines of a firewall.',
      options: { ignore: 'Leave them out', true: "Set them to 'true'" },
    }),
    ...parserFields(),
    ...transformFields(),
  })
  .superRefine(({ pairDelimiter, valueDelimiter }, context) => {
    if (pairDelimiter === valueDelimiter)
      refuse(context, ['valueDelimiter'], 'differ', 'must differ from the delimiter between pairs');
  });
export type ParseKeyValueConfig = z.output<typeof parseKeyValueSchema>;

export const parseKeyValue = defineComponent({
  templateId: 'parse_key_value',
  nodeType: 'TRANSFORM',
  name: 'Parse key-value',
  version: '1.0.0',
  category: 'PARSER',
  group: 'Parsers',
  description: 'Parses name=value pairs, as in firewall logs and logfmt, into fields.',
  icon: 'equal',
  schema: parseKeyValueSchema,
});
