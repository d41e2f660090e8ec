import { z } from 'zod';
import { fieldPathText, refuse } from '../../schema/checks.ts';
import { defineComponent } from '../../schema/component.ts';
import { optionalTargetPath, transformFields } from '../../schema/fields.ts';
import { field } from '../../schema/hints.ts';
import { FACILITIES } from '../../shared/syslog/names.ts';

const only = (...oneOf: string[]) => ({ visibleWhen: { property: 'format', oneOf } });

export const serialiseSchema = z
  .strictObject({
    format: field(z.enum(['json', 'logfmt', 'csv', 'syslog']).default('json'), {
      label: 'Format',
      help: 'JSON on one line is what NDJSON files hold, one event per line.',
      options: {
        json: 'JSON (NDJSON)',
        logfmt: 'logfmt: level=info msg="a b"',
        csv: 'CSV',
        syslog: 'Syslog (RFC 5424)',
      },
    }),
    columns: field(z.array(fieldPathText()).max(1000).default([]), {
      label: 'Columns',
      help: 'Fields in the order of the cells; a field that is missing gives an empty cell.',
      kind: 'fields',
      placeholder: 'user.name',
      ...only('csv'),
    }),
    delimiter: field(z.enum(['comma', 'semicolon', 'tab', 'pipe']).default('comma'), {
      label: 'Delimiter',
      help: 'The character between two cells.',
      options: { comma: 'Comma', semicolon: 'Semicolon', tab: 'Tab', pipe: 'Vertical bar' },
      ...only('csv'),
    }),
    facility: field(z.enum(FACILITIES).default('user'), {
      label: 'Facility',
      help: 'Of events that have no number or name in the field facility.',
      ...only('syslog'),
    }),
    hostname: field(z.string().trim().max(255).optional(), {
      label: 'Host name',
      help: 'Of events that have none in the field hostname or host.',
      placeholder: 'web-1',
      ...only('syslog'),
    }),
    appname: field(z.string().trim().max(48).optional(), {
      label: 'Program',
      help: 'Of events that have none in the field appname. Time, severity, procid and msgid come from the fields of that name.',
      placeholder: 'checkout',
      ...only('syslog'),
    }),
    target: optionalTargetPath(
      'Put the text in',
      'Left empty, the text becomes the event: a raw line for destinations that write text.',
      'raw',
    ),
    ...transformFields(),
  })
  .superRefine(({ format, columns }, context) => {
    if (format === 'csv' && columns.length === 0)
      refuse(context, ['columns'], 'min', 'must have at least 1 entry');
  });
export type SerialiseConfig = z.output<typeof serialiseSchema>;

export const serialise = defineComponent({
  templateId: 'serialise',
  nodeType: 'TRANSFORM',
  name: 'Serialise',
  version: '1.0.0',
  category: 'SERIALIZER',
  group: 'Serialisers',
  description: 'Writes an event as a line of JSON, logfmt, CSV or syslog.',
  icon: 'file-code',
  schema: serialiseSchema,
});
