import { z } from 'zod';
import { targetPathText } from '../../schema/checks.ts';
import { defineComponent } from '../../schema/component.ts';
import { messageField, transformFields } from '../../schema/fields.ts';
import { field } from '../../schema/hints.ts';

export const extractPatternsSchema = z.strictObject({
  field: messageField('The text; messages of one pattern differ in numbers, addresses, names and the like.'),
  target: field(targetPathText().default('pattern'), {
    label: 'Put the pattern in',
    help: 'An object with its id and its text. The id stays when the text gets wider, after a restart and on other sites.',
    kind: 'field',
  }),
  count: field(z.boolean().default(false), {
    label: 'Count the messages',
    help: 'Adds count: messages of the pattern since this step started. To count by time, aggregate by the id.',
  }),
  values: field(z.boolean().default(false), {
    label: 'List what differs',
    help: 'Adds values: the words of the message where the pattern has a placeholder.',
  }),
  similarity: field(z.int().min(30).max(100).default(60), {
    label: 'Words in common',
    help: 'Once four patterns differ in the same words, further messages share one if at least this share of ordinary words is the same. Higher makes narrower patterns, 100 never joins them.',
    unit: '%',
  }),
  maxPatterns: field(z.int().min(10).max(10_000).default(1000), {
    label: 'Patterns remembered',
    help: 'Beyond this many, the least recently seen are forgotten and learned again when they return.',
    group: 'Limits',
  }),
  ...transformFields(),
});

export const extractPatterns = defineComponent({
  templateId: 'extract_patterns',
  nodeType: 'TRANSFORM',
  name: 'Extract patterns',
  version: '1.0.0',
  category: 'PATTERN_EXTRACTOR',
  group: 'Pattern extractors',
  description: 'Names the pattern that a message follows, learned from the messages themselves.',
  icon: 'scan-text',
  schema: extractPatternsSchema,
});
