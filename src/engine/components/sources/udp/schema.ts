import { z } from 'zod';
import { DATAGRAM_MAX_BYTES } from '../../../../contract/limits.ts';
import { defineComponent } from '../../schema/component.ts';
import { address, port } from '../../schema/fields.ts';
import { field } from '../../schema/hints.ts';
import { permittedSenders } from '../../shared/inbound/senders.ts';
import { longLines } from '../../shared/long-lines.ts';

export const udpSchema = z.strictObject({
  address: address(),
  port: port(9000),
  split: field(z.enum(['lines', 'datagram']).default('lines'), {
    label: 'One event is',
    help: 'A datagram may hold several lines; as one event, it keeps them with their newlines.',
    options: { lines: 'Each line of a datagram', datagram: 'The whole datagram' },
  }),
  trimEnd: field(z.boolean().default(false), {
    label: 'Cut off control characters at the end',
    help: 'Tabs, NUL and all below the space, which some senders add to a datagram. Collectors always do.',
  }),
  maxMessageBytes: field(z.int().min(64).max(DATAGRAM_MAX_BYTES).default(DATAGRAM_MAX_BYTES), {
    label: 'Longest datagram',
    help: 'Choose below what happens to longer ones.',
    unit: 'bytes',
    group: 'Limits',
  }),
  longLines: longLines('Longer datagrams'),
  permittedSenders: permittedSenders(),
});

export const udp = defineComponent({
  templateId: 'udp',
  nodeType: 'SOURCE',
  name: 'UDP lines',
  version: '1.1.0',
  category: 'SOURCE_CONFIG',
  group: 'Push',
  description: 'Receives text datagrams, one event per line or per datagram.',
  eventFields: ['message'],
  icon: 'network',
  warnings: ['It can lose data: UDP senders do not notice failures. Losses on this machine are counted.'],
  schema: udpSchema,
  ports: (config) => [{ protocol: 'UDP', port: config.port, address: config.address }],
});
