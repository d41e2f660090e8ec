import { z } from 'zod';
import { EVENT_MAX_BYTES_DEFAULT } from '../../../../contract/limits.ts';
import { defineComponent } from '../../schema/component.ts';
import { address, port } from '../../schema/fields.ts';
import { maxConnections, maxEventBytes, maxPartBytes } from '../../shared/inbound/limits.ts';
import { permittedSenders } from '../../shared/inbound/senders.ts';
import { checkListenerTls, switchedTlsFields } from '../../shared/inbound/tls-fields.ts';

export const fluentSchema = z
  .strictObject({
    address: address(),
    port: port(24_224),
    maxEventBytes: maxEventBytes(
      EVENT_MAX_BYTES_DEFAULT,
      'As JSON. Longer ones become dead letters with their beginning; the others of their chunk are taken.',
    ),
    maxChunkBytes: maxPartBytes(
      'Largest chunk',
      'As sent, and after decompression. The connection of a larger one is closed, and nothing of it taken.',
    ),
    maxConnections: maxConnections(),
    permittedSenders: permittedSenders(),
    ...switchedTlsFields('Otherwise anyone on the network path can read and change what is sent.'),
  })
  .superRefine((config, context) => {
    if (config.tls) checkListenerTls(config, context);
  });
export type FluentConfig = z.output<typeof fluentSchema>;

export const fluent = defineComponent({
  templateId: 'fluent',
  nodeType: 'SOURCE',
  name: 'Fluent Forward',
  version: '1.0.0',
  category: 'SOURCE_CONFIG',
  group: 'Push',
  description:
    'Receives events from Fluentd and Fluent Bit, and acknowledges chunks once they are safe at every destination.',
  eventFields: ['timestamp', 'tag'],
  icon: 'waves',
  schema: fluentSchema,
  ports: (config) => [{ protocol: 'TCP', port: config.port, address: config.address }],
});
