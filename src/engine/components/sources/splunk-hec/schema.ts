import { z } from 'zod';
import { EVENT_MAX_BYTES_DEFAULT } from '../../../../contract/limits.ts';
import { refuse } from '../../schema/checks.ts';
import { defineComponent } from '../../schema/component.ts';
import { address, MIB, port } from '../../schema/fields.ts';
import { field } from '../../schema/hints.ts';
import { maxBodyBytes, maxConnections, maxEventBytes } from '../../shared/inbound/limits.ts';
import { checkListenerTls, switchedTlsFields } from '../../shared/inbound/tls-fields.ts';

const TOKENS = 'Tokens';
const SEPARATORS = /[\s,]+/;

export const splitTokens = (text: string | undefined): string[] =>
  (text ?? '').split(SEPARATORS).filter((token) => token !== '');

const tokenText = () => z.string().min(1).max(65_536).optional();

export const splunkHecSourceSchema = z
  .strictObject({
    address: address(),
    port: port(8088),
    tokens: field(tokenText(), {
      label: 'Tokens',
      essential: true,
      help: 'Senders must use one of them; separate several with commas. If empty, anyone who reaches the port may send. Stored encrypted; never shown again.',
      kind: 'secret',
      group: TOKENS,
    }),
    disabledTokens: field(tokenText(), {
      label: 'Disabled tokens',
      help: 'A sender using one of them is told that its token is disabled, so that its operator knows what to renew.',
      kind: 'secret',
      group: TOKENS,
    }),
    queryToken: field(z.boolean().default(false), {
      label: 'Take the token from the address too',
      help: 'As ?token=…, for senders that can set no header. Addresses are often written to logs.',
      group: TOKENS,
    }),
    acks: field(z.boolean().default(false), {
      label: 'Indexer acknowledgement',
      help: 'A request is answered at once with a number, and the sender asks later whether its events are safe. Off, the answer itself waits until they are.',
    }),
    indexes: field(z.array(z.string().trim().min(1).max(256)).max(1000).default([]), {
      label: 'Allowed indexes',
      help: 'An event for another index is refused; if empty, all are accepted.',
      placeholder: 'main',
    }),
    ...switchedTlsFields('Senders use https:// then. Needed wherever tokens cross a network.'),
    maxConnections: maxConnections(),
    maxEventBytes: maxEventBytes(
      EVENT_MAX_BYTES_DEFAULT,
      'A longer event is refused with 413 and what follows it in its request, which the answer says; raw lines as a whole request.',
    ),
    maxBodyBytes: maxBodyBytes(16 * MIB),
  })
  .superRefine((config, context) => {
    if (config.tls) checkListenerTls(config, context);
    if (config.disabledTokens !== undefined && splitTokens(config.tokens).length === 0)
      refuse(context, ['tokens'], 'required', 'is required where some tokens are disabled');
  });
export type SplunkHecSourceConfig = z.output<typeof splunkHecSourceSchema>;

export const hecCollector = defineComponent({
  templateId: 'splunk_hec',
  nodeType: 'SOURCE',
  name: 'Splunk HEC',
  version: '1.0.0',
  category: 'SOURCE_CONFIG',
  group: 'Push',
  description:
    'Receives events from senders of the Splunk HTTP Event Collector. An event that is an object keeps its fields, a text becomes the field message; time, host, source, sourcetype, index and fields stand beside them, or in the object splunk where the event has such a field of its own.',
  eventFields: ['time', 'host', 'source', 'sourcetype', 'index', 'message'],
  icon: 'connect',
  schema: splunkHecSourceSchema,
  ports: (config) => [{ protocol: 'TCP', port: config.port, address: config.address }],
});
