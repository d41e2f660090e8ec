import { z } from 'zod';
import { EVENT_MAX_BYTES_DEFAULT } from '../../../../contract/limits.ts';
import { refuse } from '../../schema/checks.ts';
import { defineComponent } from '../../schema/component.ts';
import { address, checkAuth, keyAuthFields, MIB } from '../../schema/fields.ts';
import { field } from '../../schema/hints.ts';
import { maxBodyBytes, maxConnections, maxEventBytes } from '../../shared/inbound/limits.ts';
import { checkListenerTls, switchedTlsFields } from '../../shared/inbound/tls-fields.ts';
import { RECORD_FIELDS } from '../../shared/otlp/event-fields.ts';

const portField = (name: string, initial: number, transport: 'http' | 'grpc') =>
  field(z.int().min(1).max(65_535).default(initial), {
    label: `Port for ${name}`,
    essential: true,
    help: 'Port of this machine to listen on; one source per port.',
    placeholder: String(initial),
    visibleWhen: { property: 'transport', oneOf: ['both', transport] },
  });

export const otlpSchema = z
  .strictObject({
    transport: field(z.enum(['both', 'http', 'grpc']).default('both'), {
      label: 'Transport',
      essential: true,
      help: 'Over HTTP, senders post protobuf or JSON to /v1/logs.',
      options: { both: 'HTTP and gRPC', http: 'HTTP', grpc: 'gRPC' },
    }),
    address: address(),
    httpPort: portField('HTTP', 4318, 'http'),
    grpcPort: portField('gRPC', 4317, 'grpc'),
    ...keyAuthFields('Authentication'),
    ...switchedTlsFields('Of both transports. Needed wherever passwords and tokens cross a network.'),
    maxConnections: maxConnections(),
    maxEventBytes: maxEventBytes(
      EVENT_MAX_BYTES_DEFAULT,
      'A longer log record becomes a dead letter, which the answer says; the others of its request are taken.',
    ),
    maxBodyBytes: maxBodyBytes(16 * MIB),
  })
  .superRefine((config, context) => {
    checkAuth(config, context);
    if (config.tls) checkListenerTls(config, context);
    if (config.transport === 'both' && config.httpPort === config.grpcPort)
      refuse(context, ['grpcPort'], 'unique', 'must be another port than that for HTTP');
  });
export type OtlpConfig = z.output<typeof otlpSchema>;

export const otlp = defineComponent({
  templateId: 'otlp',
  nodeType: 'SOURCE',
  name: 'OpenTelemetry',
  version: '1.0.0',
  category: 'SOURCE_CONFIG',
  group: 'Push',
  description:
    'Receives log records by OTLP over HTTP and gRPC, one event each: timestamp, severity, message (the body), trace_id, span_id, the attributes as fields of their own, and the objects resource and scope. Answers once they are safe at every destination.',
  icon: 'connect',
  eventFields: ['timestamp', 'severity', 'message', ...Object.values(RECORD_FIELDS)],
  schema: otlpSchema,
  ports: ({ transport, address, httpPort, grpcPort }) => [
    ...(transport === 'grpc'
      ? []
      : [{ protocol: 'TCP' as const, port: httpPort, address, field: 'httpPort' }]),
    ...(transport === 'http'
      ? []
      : [{ protocol: 'TCP' as const, port: grpcPort, address, field: 'grpcPort' }]),
  ],
});
