import { z } from 'zod';
import { EVENT_MAX_BYTES_DEFAULT } from '../../../../contract/limits.ts';
import { defineComponent } from '../../schema/component.ts';
import { address, port } from '../../schema/fields.ts';
import { maxConnections, maxEventBytes, maxPartBytes } from '../../shared/inbound/limits.ts';
import { permittedSenders } from '../../shared/inbound/senders.ts';
import { checkListenerTls, switchedTlsFields } from '../../shared/inbound/tls-fields.ts';

export const beatsSchema = z
  .strictObject({
    address: address(),
    port: port(5044),
    maxEventBytes: maxEventBytes(
      EVENT_MAX_BYTES_DEFAULT,
      'Longer ones become dead letters with their beginning; the others of their batch are taken.',
    ),
    maxBatchBytes: maxPartBytes(
      'Largest batch',
      'Compressed, and after decompression. The connection of a larger one is closed, and the sender sends it again.',
    ),
    maxConnections: maxConnections(),
    permittedSenders: permittedSenders(),
    ...switchedTlsFields('Otherwise anyone on the network path can read and change what is sent.'),
  })
  .superRefine((config, context) => {
    if (config.tls) checkListenerTls(config, context);
  });
export type BeatsConfig = z.output<typeof beatsSchema>;

export const beats = defineComponent({
  templateId: 'beats',
  nodeType: 'SOURCE',
  name: 'Beats',
  version: '1.0.0',
  category: 'SOURCE_CONFIG',
  group: 'Push',
  description:
    'Receives events from Filebeat, other Beats and Logstash (Lumberjack), and acknowledges them once they are safe at every destination.',
  icon: 'waves',
  schema: beatsSchema,
  ports: (config) => [{ protocol: 'TCP', port: config.port, address: config.address }],
});
