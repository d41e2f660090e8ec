import { z } from 'zod';
import { defineComponent } from '../../schema/component.ts';
import { address, port } from '../../schema/fields.ts';
import { field } from '../../schema/hints.ts';

const isTimeZone = (name: string): boolean => {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
};

export const syslogSchema = z.strictObject({
  transport: field(z.enum(['both', 'tcp', 'udp']).default('both'), {
    label: 'Transport',
    help: 'UDP senders are not told when a message is lost; choose TCP where you can.',
    options: { both: 'TCP and UDP', tcp: 'TCP', udp: 'UDP' },
  }),
  address: address(),
  port: port(5140),
  format: field(z.enum(['auto', 'rfc3164', 'rfc5424']).default('auto'), {
    label: 'Format',
    help: 'A message that cannot be read is kept as it came, with the reason in the field syslog_error.',
    options: { auto: 'Either, told apart by content', rfc3164: 'RFC 3164 (BSD)', rfc5424: 'RFC 5424' },
  }),
  framing: field(z.enum(['auto', 'newline', 'octet_counting']).default('auto'), {
    label: 'Framing',
    help: 'How one message ends and the next begins on a TCP connection.',
    options: {
      auto: 'Either, told apart by content',
      newline: 'One message per line',
      octet_counting: 'Each message after its length',
    },
    visibleWhen: { property: 'transport', oneOf: ['both', 'tcp'] },
  }),
  timezone: field(
    z
      .string()
      .trim()
      .max(64)
      .refine(isTimeZone, {
        message: 'must be a time zone name, such as UTC or Europe/Berlin',
        params: { rule: 'timezone' },
      })
      .default('UTC'),
    { label: 'Time zone', help: 'Of RFC 3164 timestamps, which carry none.', placeholder: 'Europe/Berlin' },
  ),
  maxMessageBytes: field(z.int().min(480).max(16_777_216).default(102_400), {
    label: 'Longest message',
    help: 'Longer messages are set aside and counted as errors; the messages after them go on.',
    unit: 'bytes',
    group: 'Limits',
  }),
  maxConnections: field(z.int().min(1).max(10_000).default(1000), {
    label: 'Connections',
    help: 'Further TCP connections are closed at once.',
    group: 'Limits',
    visibleWhen: { property: 'transport', oneOf: ['both', 'tcp'] },
  }),
});
export type SyslogConfig = z.output<typeof syslogSchema>;

export const syslog = defineComponent({
  templateId: 'syslog',
  nodeType: 'SOURCE',
  name: 'Syslog',
  version: '1.0.0',
  category: 'SOURCE_CONFIG',
  group: 'Push',
  description: 'Takes syslog messages of RFC 3164 and RFC 5424 over TCP and UDP.',
  icon: 'scroll-text',
  warnings: ['Over UDP it can lose data: senders over UDP are not told of failures.'],
  schema: syslogSchema,
  ports: ({ transport, port, address }) => [
    ...(transport === 'udp' ? [] : [{ protocol: 'TCP' as const, port, address }]),
    ...(transport === 'tcp' ? [] : [{ protocol: 'UDP' as const, port, address }]),
  ],
});
