import { z } from 'zod';
import { compileNamed, PatternError } from '../../../patterns/pattern.ts';
import { compiles } from '../../schema/checks.ts';
import { defineComponent } from '../../schema/component.ts';
import { messageField, parserFields, transformFields } from '../../schema/fields.ts';
import { field } from '../../schema/hints.ts';

/** Requires at least one named group. @throws PatternError */
function needsNames(text: string): void {
  if (compileNamed(text).names.length === 0)
    throw new PatternError('The pattern names no part of the text; write (?<status>\\d+)');
}

export const parseRegexSchema = z.strictObject({
  field: messageField('Holds the text. A raw line is the field message.'),
  pattern: field(z.string().min(1).max(4096).superRefine(compiles('pattern', needsNames)), {
    label: 'Pattern',
    help: 'Each named group becomes a field: (?<verb>GET|POST) (?<path>\\S+) (?<status>\\d+). A group that takes no part sets nothing. Look-around and back-references are not possible.',
    kind: 'pattern',
    placeholder: '^(?<client>\\S+) (?<verb>[A-Z]+) (?<path>\\S+)',
  }),
  ignoreCase: field(z.boolean().default(false), {
    label: 'Ignore case',
    help: 'For the letters A to Z.',
  }),
  ...parserFields(),
  ...transformFields(),
});

export const parseRegex = defineComponent({
  templateId: 'parse_regex',
  nodeType: 'TRANSFORM',
  name: 'Parse regex',
  version: '1.0.0',
  category: 'PARSER',
  group: 'Parsers',
  description: 'Parses text into fields with a regular expression with named groups.',
  icon: 'asterisk',
  schema: parseRegexSchema,
});
