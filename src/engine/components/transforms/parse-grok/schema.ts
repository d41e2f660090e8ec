import { z } from 'zod';
import { getErrorMessage } from '../../../../contract/values.ts';
import { compileGrok } from '../../../patterns/grok.ts';
import { GROK_SETS } from '../../../patterns/library/index.ts';
import { refuse } from '../../schema/checks.ts';
import { defineComponent } from '../../schema/component.ts';
import { messageField, optionalTargetPath, transformFields } from '../../schema/fields.ts';
import { field } from '../../schema/hints.ts';

const grokText = z.string().min(1).max(4096);

export const parseGrokSchema = z
  .strictObject({
    field: messageField('Holds the text. A raw line is the field message.'),
    pattern: field(grokText, {
      label: 'Pattern',
      help: 'Names parts of the text: %{IP:client} %{WORD:verb} %{NUMBER:bytes:int}.',
      kind: 'grok',
      placeholder: '%{COMBINEDAPACHELOG}',
    }),
    patternSet: field(z.enum(GROK_SETS).default('legacy'), {
      label: 'Names of fields',
      help: 'What shipped patterns such as %{COMBINEDAPACHELOG} call their fields.',
      options: {
        legacy: 'As in older Logstash: clientip, response',
        'ecs-v1': 'Elastic Common Schema: source.address, http.response.status_code',
      },
    }),
    alternatives: field(z.array(grokText).max(50).default([]), {
      label: 'Other patterns',
      help: 'Tried in order when the pattern does not match; the first that matches counts.',
    }),
    definitions: field(
      z.record(z.string().regex(/^\w+$/, 'must be letters, digits and _'), grokText).default({}),
      {
        label: 'Own definitions',
        help: 'Names that the patterns may use as %{NAME}; they replace shipped ones of the same name.',
      },
    ),
    target: optionalTargetPath(
      'Put the fields in',
      'An object for the new fields; if empty, they go to the top level.',
      'http',
    ),
    keepOriginal: field(z.boolean().default(false), {
      label: 'Keep the text too',
      help: 'Otherwise the parsed field is removed once a pattern matched.',
    }),
    ...transformFields(),
  })
  .superRefine((config, context) => {
    const check = (pattern: string, path: (string | number)[]) => {
      try {
        compileGrok(pattern, config.definitions, config.patternSet);
      } catch (error) {
        const message = getErrorMessage(error);
        refuse(context, path, 'grok', message);
      }
    };
    check(config.pattern, ['pattern']);
    config.alternatives.forEach((pattern, index) => {
      check(pattern, ['alternatives', index]);
    });
  });
export type ParseGrokConfig = z.output<typeof parseGrokSchema>;

export const parseGrok = defineComponent({
  templateId: 'parse_grok',
  nodeType: 'TRANSFORM',
  name: 'Parse grok',
  version: '1.0.0',
  category: 'PARSER',
  group: 'Parsers',
  description: 'Parses text into named fields with a grok pattern.',
  icon: 'regex',
  schema: parseGrokSchema,
});
