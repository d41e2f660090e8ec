import { z } from 'zod';
import { fieldPathText } from '../../schema/checks.ts';
import { defineComponent } from '../../schema/component.ts';
import { deliveryFields, MIB } from '../../schema/fields.ts';
import { field } from '../../schema/hints.ts';
import { literalRefusal } from '../../shared/outbound/targets.ts';
import { checkTls, tlsFields } from '../../shared/outbound/tls-fields.ts';
import { FACILITIES, SEVERITIES } from '../../shared/syslog/names.ts';

const MESSAGE = 'Message';
const asSyslog = { property: 'format', oneOf: ['rfc5424', 'rfc3164'] };
const overStream = { property: 'transport', oneOf: ['tcp', 'tls'] };

const taken = (label: string, help: string, placeholder: string) =>
  field(fieldPathText().optional(), {
    label,
    help,
    kind: 'field',
    placeholder,
    group: MESSAGE,
    visibleWhen: asSyslog,
  });

/** `portHelp` names usual ports. */
export const receiverFields = (portHelp: string, placeholder: string) => ({
  host: field(
    z
      .string()
      .trim()
      .regex(/^[^\s/:@]+$|^\[?[0-9a-fA-F:.]+\]?$/, 'must be a host name or an IP address')
      .refine((text) => literalRefusal(text) === null, 'may not be sent to'),
    {
      label: 'Host',
      help: 'Name or IP address of the receiver.',
      placeholder: 'logs.example.com',
      bindsSecrets: 'address',
    },
  ),
  port: field(z.int().min(1).max(65_535), {
    label: 'Port',
    help: portHelp,
    placeholder,
    bindsSecrets: 'address',
  }),
});

export const messageFields = () => ({
  format: field(z.enum(['rfc5424', 'rfc3164', 'text', 'json']).default('rfc5424'), {
    label: 'Format',
    help: 'How an event becomes a message.',
    options: {
      rfc5424: 'Syslog, RFC 5424',
      rfc3164: 'Syslog, RFC 3164 (BSD)',
      text: 'Raw lines as they came, others as JSON',
      json: 'Always JSON',
    },
  }),
  facility: field(z.enum(FACILITIES).default('user'), {
    label: 'Facility',
    help: 'For events without a field facility.',
    group: MESSAGE,
    visibleWhen: asSyslog,
  }),
  severity: field(z.enum(SEVERITIES).default('info'), {
    label: 'Severity',
    help: 'For events without one.',
    group: MESSAGE,
    visibleWhen: asSyslog,
  }),
  severityField: taken('Severity field', 'Holds a name such as error, or 0 to 7.', 'severity'),
  timeField: taken('Time field', 'Left empty, timestamp; without one, the time of sending.', 'timestamp'),
  hostField: taken('Host field', 'Left empty, hostname; without one, the name of this machine.', 'hostname'),
  appField: taken('Program field', 'Left empty, appname; without one, penstock.', 'appname'),
  messageField: taken(
    'Message field',
    'Left empty, message; an event without one is sent whole, as JSON.',
    'message',
  ),
});

export const syslogOutSchema = z
  .strictObject({
    transport: field(z.enum(['tcp', 'tls', 'udp']).default('tcp'), {
      label: 'Transport',
      help: 'Over UDP, lost messages go unnoticed.',
      bindsSecrets: 'security',
      options: { tcp: 'TCP', tls: 'TCP with TLS', udp: 'UDP' },
    }),
    ...receiverFields('Receivers often listen on 514, and on 6514 with TLS.', '514'),
    ...messageFields(),
    framing: field(z.enum(['newline', 'octet_counting']).default('newline'), {
      label: 'Framing',
      help: 'How one message ends; newlines within messages become spaces where one ends them.',
      options: { newline: 'A newline after each', octet_counting: 'The length before each' },
      visibleWhen: overStream,
    }),
    ...tlsFields({ property: 'transport', oneOf: ['tls'] }),
    timeoutSeconds: field(z.number().min(1).max(30).default(15), {
      label: 'Timeout',
      help: 'A connection that accepts nothing for this long is closed, and the batch is sent again over a new one.',
      unit: 's',
      group: 'Requests',
    }),
    ...deliveryFields({ maxEvents: 2000, maxBytes: MIB, timeoutMs: 200 }),
  })
  .superRefine((config, context) => {
    if (config.transport === 'tls') checkTls(config, context);
  });
export type SyslogOutConfig = z.output<typeof syslogOutSchema>;
export type MessageConfig = Pick<SyslogOutConfig, keyof ReturnType<typeof messageFields>>;

export const syslogOut = defineComponent({
  templateId: 'syslog_out',
  nodeType: 'SINK',
  name: 'Syslog, TCP',
  version: '1.0.0',
  category: 'SERIALIZER',
  group: 'Push',
  description: 'Sends syslog messages or plain lines over TCP, TLS or UDP.',
  icon: 'network',
  warnings: [
    'It can lose data: receivers do not confirm messages, so messages in transit when a connection breaks are lost.',
  ],
  schema: syslogOutSchema,
});
