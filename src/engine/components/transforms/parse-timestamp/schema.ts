import { z } from 'zod';
import { compiles, refuse, targetPathText, timeZoneText } from '../../schema/checks.ts';
import { defineComponent } from '../../schema/component.ts';
import { fieldPath, transformFields } from '../../schema/fields.ts';
import { field } from '../../schema/hints.ts';
import { compileDirectives } from './directives.ts';

const ownFormat = z.string().min(1).max(256).superRefine(compiles('format', compileDirectives));

export const parseTimestampSchema = z
  .strictObject({
    field: fieldPath('Field', 'Holds the time, as text or number.', 'time'),
    format: field(
      z
        .enum([
          'auto',
          'iso8601',
          'rfc2822',
          'apache',
          'syslog',
          'epoch_s',
          'epoch_ms',
          'epoch_us',
          'epoch_ns',
          'own',
        ])
        .default('auto'),
      {
        label: 'Format',
        help: 'Recognized tries them in this order; the size of a number determines its unit.',
        options: {
          auto: 'Recognised',
          iso8601: 'ISO 8601: 2026-11-21T10:15:30Z',
          rfc2822: 'RFC 2822: Sat, 21 Nov 2026 10:15:30 +0100',
          apache: 'Apache: 21/Nov/2026:10:15:30 +0100',
          syslog: 'Syslog: Nov 21 10:15:30',
          epoch_s: 'Unix seconds',
          epoch_ms: 'Unix milliseconds',
          epoch_us: 'Unix microseconds',
          epoch_ns: 'Unix nanoseconds',
          own: 'Custom formats',
        },
      },
    ),
    formats: field(z.array(ownFormat).max(20).default([]), {
      label: 'Custom formats',
      help: 'Tried in order: %Y-%m-%d %H:%M:%S.%f %z. Also %y %b %B %e %j %I %p %a %A %Z %s %T %F %D %R and %%.',
      placeholder: '%d.%m.%Y %H:%M:%S',
      visibleWhen: { property: 'format', oneOf: ['own'] },
    }),
    timezone: field(timeZoneText().default('UTC'), {
      label: 'Time zone',
      help: 'Of times that do not carry one.',
      placeholder: 'Europe/Berlin',
    }),
    target: field(targetPathText().default('timestamp'), {
      label: 'Put the time in',
      help: 'Written in UTC as ISO 8601, with all decimals that were there.',
      kind: 'field',
    }),
    keepOriginal: field(z.boolean().default(false), {
      label: 'Keep the field too',
      help: 'Otherwise the field that was read is removed, unless the time took its place.',
    }),
    ...transformFields(),
  })
  .superRefine(({ format, formats }, context) => {
    if (format === 'own' && formats.length === 0)
      refuse(context, ['formats'], 'required', 'must have at least one format, such as %Y-%m-%d %H:%M:%S');
  });
export type ParseTimestampConfig = z.output<typeof parseTimestampSchema>;

export const parseTimestamp = defineComponent({
  templateId: 'parse_timestamp',
  nodeType: 'TRANSFORM',
  name: 'Parse timestamp',
  version: '1.0.0',
  category: 'PARSER',
  group: 'Parsers',
  description: 'Parses a time in almost any notation and writes it as ISO 8601 in UTC.',
  icon: 'calendar-clock',
  schema: parseTimestampSchema,
});
