import { z } from 'zod';
import { type Issues, refuse } from '../../schema/checks.ts';
import { field } from '../../schema/hints.ts';
import { literalRefusal } from '../outbound/targets.ts';
import { checkTls, type TlsConfig, tlsFields } from '../outbound/tls-fields.ts';
import { readBroker } from './brokers.ts';

const AUTH = 'Authentication';
const overTls = { property: 'tls', oneOf: [true] };
const withSasl = { property: 'sasl', oneOf: ['plain', 'scram_sha_256', 'scram_sha_512'] };

export const TOPIC_NAME = /^(?!\.{1,2}$)[a-zA-Z0-9._-]{1,249}$/;

const brokerText = z
  .string()
  .trim()
  .max(260)
  .superRefine((text, context) => {
    const broker = readBroker(text);
    if (broker === null) return refuse(context, [], 'broker', 'must be a host, or host:port');
    const refusal = literalRefusal(broker.host);
    if (refusal) refuse(context, [], 'target', `may not lead to ${broker.host}: ${refusal}`);
  });

export const clusterFields = () => ({
  brokers: field(z.array(brokerText).min(1).max(50), {
    label: 'Brokers',
    help: 'Addresses (host:port) at which the cluster is asked for all its brokers. Two or three are enough.',
    placeholder: 'kafka-1.example.com:9092',
    bindsSecrets: 'address',
  }),
});

export const securityFields = () => ({
  sasl: field(z.enum(['none', 'plain', 'scram_sha_256', 'scram_sha_512']).default('none'), {
    label: 'SASL',
    help: 'How this client signs in. Over an unencrypted connection, PLAIN shows the password to anyone on the network path.',
    group: AUTH,
    bindsSecrets: 'security',
    options: {
      none: 'None',
      plain: 'PLAIN',
      scram_sha_256: 'SCRAM-SHA-256',
      scram_sha_512: 'SCRAM-SHA-512',
    },
  }),
  username: field(z.string().min(1).max(256).optional(), {
    label: 'User',
    help: 'Name that the brokers know.',
    group: AUTH,
    visibleWhen: withSasl,
  }),
  password: field(z.string().min(1).max(4096).optional(), {
    label: 'Password',
    help: 'Stored encrypted; never shown again.',
    kind: 'secret',
    group: AUTH,
    visibleWhen: withSasl,
  }),
  tls: field(z.boolean().default(false), {
    label: 'Use TLS',
    help: 'Connections to the brokers are encrypted. Needed wherever passwords and events cross a network.',
    group: 'TLS',
    bindsSecrets: 'security',
  }),
  ...tlsFields(overTls),
});

export type ClusterConfig = TlsConfig & {
  brokers: string[];
  sasl: 'none' | 'plain' | 'scram_sha_256' | 'scram_sha_512';
  username?: string | undefined;
  password?: string | undefined;
  tls: boolean;
};

export function checkCluster(config: ClusterConfig, context: Issues): void {
  if (config.tls) checkTls(config, context);
  if (config.sasl === 'none') return;
  for (const name of ['username', 'password'] as const)
    if (config[name] === undefined) refuse(context, [name], 'required', 'is required for SASL');
}
