import { z } from 'zod';
import { timeZoneText } from '../../schema/checks.ts';
import { defineComponent } from '../../schema/component.ts';
import { address, port } from '../../schema/fields.ts';
import { field } from '../../schema/hints.ts';
import { permittedSenders } from '../../shared/inbound/senders.ts';
import { checkListenerTls, listenerTlsFields } from '../../shared/inbound/tls-fields.ts';
import { longLines } from '../../shared/long-lines.ts';

export const syslogFields = z.strictObject({
  transport: field(z.enum(['both', 'tcp', 'udp', 'tls']).default('both'), {
    label: 'Transport',
    essential: true,
    help: 'UDP senders do not notice lost messages; choose TCP where you can, and TLS across networks.',
    options: { both: 'TCP and UDP', tcp: 'TCP', udp: 'UDP', tls: 'TCP with TLS' },
  }),
  address: address(),
  port: port(5140),
  format: field(z.enum(['auto', 'rfc3164', 'rfc5424']).default('auto'), {
    label: 'Format',
    help: 'A message that cannot be parsed is kept as received, with the reason in the field syslog_error.',
    options: { auto: 'Detect automatically', rfc3164: 'RFC 3164 (BSD)', rfc5424: 'RFC 5424' },
  }),
  framing: field(z.enum(['auto', 'newline', 'nul', 'octet_counting']).default('auto'), {
    label: 'Framing',
    help: 'How one message ends and the next begins on a TCP connection.',
    options: {
      auto: 'Detect automatically',
      newline: 'One message per line',
      nul: 'A NUL byte after each message, which may have several lines',
      octet_counting: 'Each message after its length',
    },
    visibleWhen: { property: 'transport', oneOf: ['both', 'tcp', 'tls'] },
  }),
  timezone: field(timeZoneText().default('UTC'), {
    label: 'Time zone',
    help: 'Of RFC 3164 timestamps, which carry none.',
    placeholder: 'Europe/Berlin',
  }),
  maxMessageBytes: field(z.int().min(480).max(16_777_216).default(102_400), {
    label: 'Longest message',
    help: 'Choose below what happens to longer ones.',
    unit: 'bytes',
    group: 'Limits',
  }),
  longLines: longLines('Longer messages'),
  maxConnections: field(z.int().min(1).max(10_000).default(1000), {
    label: 'Connections',
    help: 'Further TCP connections are closed at once.',
    group: 'Limits',
    visibleWhen: { property: 'transport', oneOf: ['both', 'tcp', 'tls'] },
  }),
  permittedSenders: permittedSenders(),
  ...listenerTlsFields({ property: 'transport', oneOf: ['tls'] }),
});

/** Cross-field checks are separate: previews need only the fields. */
export const syslogSchema = syslogFields.superRefine((config, context) => {
  if (config.transport === 'tls') checkListenerTls(config, context);
});
export type SyslogConfig = z.output<typeof syslogSchema>;

/** For a message that could be parsed, see `SyslogMessage`. */
export const SYSLOG_EVENT_FIELDS = [
  'timestamp',
  'hostname',
  'appname',
  'procid',
  'msgid',
  'facility',
  'severity',
  'structured_data',
  'message',
];

export const syslog = defineComponent({
  templateId: 'syslog',
  nodeType: 'SOURCE',
  name: 'Syslog',
  version: '1.1.0',
  category: 'SOURCE_CONFIG',
  group: 'Push',
  description: 'Receives syslog messages (RFC 3164 and RFC 5424) over TCP, TLS and UDP.',
  icon: 'scroll-text',
  warnings: [
    'It can lose data: syslog has no acknowledgement, so messages in transit when a connection breaks, and any message over UDP, can be lost.',
  ],
  eventFields: SYSLOG_EVENT_FIELDS,
  schema: syslogSchema,
  ports: ({ transport, port, address }) => [
    ...(transport === 'udp' ? [] : [{ protocol: 'TCP' as const, port, address }]),
    ...(transport === 'tcp' || transport === 'tls' ? [] : [{ protocol: 'UDP' as const, port, address }]),
  ],
});
