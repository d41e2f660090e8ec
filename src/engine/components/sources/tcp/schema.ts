import { z } from 'zod';
import { EVENT_MAX_BYTES_DEFAULT } from '../../../../contract/limits.ts';
import { defineComponent } from '../../schema/component.ts';
import { address, maxLineBytes, port } from '../../schema/fields.ts';
import { maxConnections } from '../../shared/inbound/limits.ts';
import { permittedSenders } from '../../shared/inbound/senders.ts';
import { checkListenerTls, switchedTlsFields } from '../../shared/inbound/tls-fields.ts';
import { longLines } from '../../shared/long-lines.ts';

export const tcpSchema = z
  .strictObject({
    address: address(),
    port: port(9000),
    maxLineBytes: maxLineBytes(EVENT_MAX_BYTES_DEFAULT),
    longLines: longLines(),
    maxConnections: maxConnections(),
    permittedSenders: permittedSenders(),
    ...switchedTlsFields('Otherwise anyone on the network path can read and change what is sent.'),
  })
  .superRefine((config, context) => {
    if (config.tls) checkListenerTls(config, context);
  });

export const tcp = defineComponent({
  templateId: 'tcp',
  nodeType: 'SOURCE',
  name: 'TCP lines',
  version: '1.1.0',
  category: 'SOURCE_CONFIG',
  group: 'Push',
  description: 'Receives lines of text over TCP, with or without TLS, one event per line.',
  eventFields: ['message'],
  icon: 'network',
  warnings: [
    'It can lose data: lines are not acknowledged, so lines in transit when a connection breaks can be lost.',
  ],
  schema: tcpSchema,
  ports: (config) => [{ protocol: 'TCP', port: config.port, address: config.address }],
});
