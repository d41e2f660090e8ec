import { z } from 'zod';
import { defineComponent } from '../../schema/component.ts';
import { address, port } from '../../schema/fields.ts';
import { maxConnections } from '../../shared/inbound/limits.ts';
import { permittedSenders } from '../../shared/inbound/senders.ts';
import { checkListenerTls, switchedTlsFields } from '../../shared/inbound/tls-fields.ts';
import { SYSLOG_EVENT_FIELDS, syslogFields } from '../syslog/schema.ts';

const { format, timezone, maxMessageBytes, longLines } = syslogFields.shape;

export const relpSchema = z
  .strictObject({
    address: address(),
    port: port(2514),
    format,
    timezone,
    maxMessageBytes,
    longLines,
    maxConnections: maxConnections(),
    permittedSenders: permittedSenders(),
    ...switchedTlsFields('Otherwise anyone on the network path can read and change what is sent.'),
  })
  .superRefine((config, context) => {
    if (config.tls) checkListenerTls(config, context);
  });
export type RelpConfig = z.output<typeof relpSchema>;

export const relpSource = defineComponent({
  templateId: 'relp',
  nodeType: 'SOURCE',
  name: 'RELP',
  version: '1.0.0',
  category: 'SOURCE_CONFIG',
  group: 'Push',
  description:
    'Receives syslog messages from rsyslog over RELP, and acknowledges each once it is safe at every destination.',
  icon: 'scroll-text',
  eventFields: SYSLOG_EVENT_FIELDS,
  schema: relpSchema,
  ports: (config) => [{ protocol: 'TCP', port: config.port, address: config.address }],
});
