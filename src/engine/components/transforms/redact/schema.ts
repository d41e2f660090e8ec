import { z } from 'zod';
import { parseGlobPath } from '../../../event/glob.ts';
import { compiles, patternText, refuse } from '../../schema/checks.ts';
import { defineComponent } from '../../schema/component.ts';
import { transformFields } from '../../schema/fields.ts';
import { field } from '../../schema/hints.ts';

const only = (property: string, ...oneOf: string[]) => ({ visibleWhen: { property, oneOf } });

const ruleSchema = z
  .strictObject({
    find: field(
      z.enum([
        'card',
        'email',
        'iban',
        'ipv4',
        'ipv6',
        'phone',
        'jwt',
        'bearer',
        'aws_key',
        'api_token',
        'secret',
        'pattern',
      ]),
      {
        label: 'Find',
        help: 'Card numbers and IBANs count only when their check digits are right.',
        options: {
          card: 'Card numbers',
          email: 'E-mail addresses',
          iban: 'Bank accounts (IBAN)',
          ipv4: 'IPv4 addresses',
          ipv6: 'IPv6 addresses',
          phone: 'Phone numbers',
          jwt: 'JSON Web Tokens',
          bearer: 'Bearer tokens',
          aws_key: 'AWS key ids',
          api_token: 'Tokens of GitHub, GitLab, Slack, Stripe, Google, npm',
          secret: 'Values of password=, token=, api_key= …',
          pattern: 'Custom pattern',
        },
      },
    ),
    pattern: field(patternText().optional(), {
      label: 'Pattern',
      help: 'Everything that matches is hidden: \\bEMP-\\d{6}\\b. Look-around and back-references are not possible.',
      kind: 'pattern',
      placeholder: '\\bEMP-\\d{6}\\b',
      ...only('find', 'pattern'),
    }),
    action: field(z.enum(['replace', 'hash', 'partial']).default('replace'), {
      label: 'Then',
      help: 'Equal values have equal hashes, so events can still be joined by them.',
      options: { replace: 'Replace it', hash: 'Hash it', partial: 'Hide a part' },
    }),
    replacement: field(z.string().max(256).optional(), {
      label: 'By',
      help: 'If empty: the type of value in brackets, such as [email].',
      placeholder: '[email]',
      ...only('action', 'replace'),
    }),
    keepFirst: field(z.int().min(0).max(32).default(0), {
      label: 'Keep at the start',
      help: 'At most half of the value stays, of passwords and keys nothing; the rest becomes stars.',
      unit: 'characters',
      ...only('action', 'partial'),
    }),
    keepLast: field(z.int().min(0).max(32).default(4), {
      label: 'Keep at the end',
      help: 'The last four digits of a card number, for instance.',
      unit: 'characters',
      ...only('action', 'partial'),
    }),
  })
  .superRefine(({ find, pattern }, context) => {
    if (find === 'pattern' && pattern === undefined) refuse(context, ['pattern'], 'required', 'is required');
  });
export type RedactRule = z.output<typeof ruleSchema>;

export const redactSchema = z
  .strictObject({
    rules: field(z.array(ruleSchema).min(1).max(50), {
      label: 'Rules',
      help: 'Where two rules overlap, the first one applies to the whole text.',
    }),
    scope: field(z.enum(['all', 'include', 'exclude']).default('all'), {
      label: 'Look in',
      help: 'Texts and numbers, also those inside lists; names of fields stay. A raw line is the field message.',
      options: { all: 'All fields', include: 'Only these fields', exclude: 'All fields but these' },
    }),
    fields: field(
      z
        .array(z.string().trim().superRefine(compiles('field', parseGlobPath)))
        .max(1000)
        .default([]),
      {
        label: 'Fields',
        help: 'With everything inside them. A star stands for any characters of one name: user.* or *.comment.',
        kind: 'fields',
        placeholder: 'user.comment',
        visibleWhen: { property: 'scope', oneOf: ['include', 'exclude'] },
      },
    ),
    hashKey: field(z.string().min(8).max(4096).optional(), {
      label: 'Key of the hashes',
      help: 'With a key (HMAC-SHA-256), nobody can find a value by hashing all possible values. Without one it is plain SHA-256. Stored encrypted.',
      kind: 'secret',
      group: 'Hashes',
    }),
    ...transformFields(),
  })
  .superRefine(({ scope, fields }, context) => {
    if (scope !== 'all' && fields.length === 0)
      refuse(context, ['fields'], 'min', 'must have at least 1 entry');
  });
export type RedactConfig = z.output<typeof redactSchema>;

export const redact = defineComponent({
  templateId: 'redact',
  nodeType: 'TRANSFORM',
  name: 'Redact',
  version: '1.0.0',
  category: 'FUNCTION',
  group: 'Functions',
  description: 'Hides card numbers, addresses, tokens and other personal or secret data.',
  icon: 'eye-off',
  schema: redactSchema,
});
