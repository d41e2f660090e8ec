import { z } from 'zod';
import { defineComponent } from '../../schema/component.ts';
import { field } from '../../schema/hints.ts';

export const generatorSchema = z.strictObject({
  format: field(
    z
      .enum(['json', 'access_log', 'nginx_json', 'syslog', 'sshd', 'kubernetes', 'cloud_audit', 'firewall'])
      .default('json'),
    {
      label: 'Format',
      help: 'What the generated log lines look like.',
      options: {
        json: 'Application log (JSON) with debug noise',
        access_log: 'Web access log (Apache, combined)',
        nginx_json: 'Web access log (nginx, JSON)',
        syslog: 'Syslog of several programs (RFC 5424)',
        sshd: 'Syslog of sshd (RFC 3164)',
        kubernetes: 'Kubernetes containers (JSON)',
        cloud_audit: 'Cloud audit trail (JSON)',
        firewall: 'Firewall (key=value)',
      },
    },
  ),
  eventsPerSecond: field(z.number().min(0.1).max(100_000).default(10), {
    label: 'Events per second',
    help: 'A slower destination slows it down.',
  }),
  count: field(z.int().min(1).max(9_000_000_000).optional(), {
    label: 'Stop after',
    help: 'Total number of events to generate; if empty, it never stops.',
    unit: 'events',
  }),
  seed: field(z.int().min(0).max(4_294_967_295).default(1), {
    label: 'Seed',
    help: 'The same seed generates the same events, except for timestamps.',
  }),
});
export type GeneratorConfig = z.output<typeof generatorSchema>;

export const generator = defineComponent({
  templateId: 'generator',
  nodeType: 'SOURCE',
  name: 'Data generator',
  version: '1.1.0',
  category: 'SOURCE_CONFIG',
  group: 'Internal',
  description: 'Generates realistic log lines, to try a pipeline or to load-test it.',
  icon: 'sparkles',
  schema: generatorSchema,
});
