import { z } from 'zod';
import { defineComponent } from '../../schema/component.ts';
import { deliveryFields, MIB } from '../../schema/fields.ts';
import { field } from '../../schema/hints.ts';
import { checkTls, tlsFields } from '../../shared/outbound/tls-fields.ts';
import { messageFields, receiverFields } from '../syslog-out/schema.ts';

export const relpSinkSchema = z
  .strictObject({
    ...receiverFields('Receivers often listen on 2514.', '2514'),
    ...messageFields(),
    window: field(z.int().min(1).max(1000).default(128), {
      label: 'Messages in transit',
      help: 'This many are sent before the first has to be acknowledged. More is faster over long distances.',
      group: 'Requests',
    }),
    timeoutSeconds: field(z.number().min(1).max(300).default(30), {
      label: 'Timeout',
      help: 'A connection without an acknowledgement for this long is closed, and what was not acknowledged is sent again over a new one.',
      unit: 's',
      group: 'Requests',
    }),
    tls: field(z.boolean().default(false), {
      label: 'Use TLS',
      help: 'Otherwise anyone on the network path can read and change what is sent.',
      group: 'TLS',
      bindsSecrets: 'security',
    }),
    ...tlsFields({ property: 'tls', oneOf: [true] }),
    ...deliveryFields({ maxEvents: 2000, maxBytes: MIB, timeoutMs: 200 }),
  })
  .superRefine((config, context) => {
    if (config.tls) checkTls(config, context);
  });
export type RelpSinkConfig = z.output<typeof relpSinkSchema>;

export const relpSink = defineComponent({
  templateId: 'relp',
  nodeType: 'SINK',
  name: 'RELP',
  version: '1.0.0',
  category: 'SERIALIZER',
  group: 'Push',
  description:
    'Sends syslog messages or plain lines over RELP, as rsyslog receives it; each counts as delivered once the receiver acknowledged it.',
  icon: 'network',
  schema: relpSinkSchema,
});
