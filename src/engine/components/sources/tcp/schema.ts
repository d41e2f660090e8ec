import { z } from 'zod';
import { EVENT_MAX_BYTES_DEFAULT } from '../../../../contract/limits.ts';
import { defineComponent } from '../../schema/component.ts';
import { address, maxLineBytes, port } from '../../schema/fields.ts';
import { field } from '../../schema/hints.ts';

export const tcpSchema = z.strictObject({
  address: address(),
  port: port(9000),
  maxLineBytes: maxLineBytes(EVENT_MAX_BYTES_DEFAULT),
  maxConnections: field(z.int().min(1).max(10_000).default(1000), {
    label: 'Connections',
    help: 'Further connections are closed at once.',
    group: 'Limits',
  }),
});
export type TcpConfig = z.output<typeof tcpSchema>;

export const tcp = defineComponent({
  templateId: 'tcp',
  nodeType: 'SOURCE',
  name: 'TCP lines',
  version: '1.0.0',
  category: 'SOURCE_CONFIG',
  group: 'Push',
  description: 'Takes lines of text over TCP connections, one event per line.',
  icon: 'network',
  warnings: [
    'A line is not acknowledged to its sender: lines under way when a connection breaks can be lost.',
  ],
  schema: tcpSchema,
  ports: (config) => [{ protocol: 'TCP', port: config.port, address: config.address }],
});
