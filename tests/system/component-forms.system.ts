// Slow: a Collector is built at first.
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { parse, stringify } from 'yaml';
import type { ComponentKind } from '../../src/contract/entities/fleet-configuration.ts';
import type { Apart } from '../../src/service/apart/apart.ts';
import { changeComponent } from '../../src/service/fleets/component-forms.ts';
import { COMPONENT_SETTINGS } from '../../src/service/fleets/component-settings.ts';
import { makeTempFolder } from '../harness/temp-folder.ts';
import { buildFormsCollector } from './rendered-collector.ts';

const BASE = `receivers:
  nop:
exporters:
  nop:
service:
  pipelines:
    logs:
      receivers: [nop]
      exporters: [nop]
`;
/** Every setting that a form asks for, with a value. */
const VALUES: Record<string, Record<string, unknown>> = {
  'receivers otlp': { grpc: '127.0.0.1:4317', http: '127.0.0.1:4318' },
  'receivers filelog': {
    include: ['/var/log/*.log'],
    exclude: ['/var/log/x.log'],
    start_at: 'beginning',
    storage: 'file_storage',
  },
  'receivers tcplog': { listen_address: '127.0.0.1:5140' },
  'receivers udplog': { listen_address: '127.0.0.1:5140' },
  'processors batch': { timeout: '1s', send_batch_size: 100, send_batch_max_size: 200 },
  'processors memory_limiter': { check_interval: '1s', limit_mib: 512, spike_limit_mib: 100 },
  'processors probabilistic_sampler': { sampling_percentage: 12.5, hash_seed: 22 },
  'exporters debug': { verbosity: 'detailed' },
  'exporters otlp': { endpoint: 'a.example:4317', insecure: true, compression: 'zstd' },
  'exporters otlp_grpc': { endpoint: 'a.example:4317', insecure: true, compression: 'snappy' },
  'exporters otlphttp': { endpoint: 'https://a.example:4318', compression: 'none' },
  'exporters otlp_http': { endpoint: 'https://a.example:4318', compression: 'gzip' },
  'extensions file_storage': { directory: '/tmp', create_directory: true },
  'extensions health_check': { endpoint: '127.0.0.1:13133' },
};
const TOLD = /cannot unmarshal|has invalid keys|unknown type|error/i;
// Texts as small as these need no thread.
const apart = {} as Apart;

/** What the Collector says of it; empty when it would start. */
function validate(content: string): string {
  const path = join(makeTempFolder(), 'config.yaml');
  writeFileSync(path, content);
  try {
    execFileSync(buildFormsCollector(), ['validate', '--config', path], { stdio: 'pipe' });
    return '';
  } catch (error) {
    return String(Reflect.get(error as object, 'stderr'));
  }
}

beforeAll(() => void buildFormsCollector(), 1_800_000);

const kinds = Object.entries(COMPONENT_SETTINGS) as [ComponentKind, Record<string, unknown>][];
const cases = kinds.flatMap(([kind, types]) => Object.keys(types).map((type) => [kind, type] as const));

test.each(cases)('%s %s: the Collector takes all that its form writes', async (kind, type) => {
  const config = VALUES[`${kind} ${type}`] ?? {};
  expect(Object.keys(config)).toEqual(Object.keys(COMPONENT_SETTINGS[kind][type]?.schema.shape ?? {}));
  const { content } = await changeComponent(apart, BASE, { kind, type, id: null, config });
  const made = parse(content);
  const { logs } = made.service.pipelines;
  if (kind !== 'extensions') logs[kind] = [...(logs[kind] ?? []), type];
  if (type === 'filelog') {
    made.extensions = { file_storage: { directory: '/tmp' } };
    made.service.extensions = ['file_storage'];
  }
  expect(validate(stringify(made))).toBe('');
});

test('the Collector would refuse a setting of another name', () => {
  const wrong = BASE.replace(
    '  nop:\nexporters',
    '  nop:\n  tcplog:\n    listen_adress: 127.0.0.1:1\nexporters',
  ).replace('[nop]\n      exporters', '[nop, tcplog]\n      exporters');
  expect(validate(wrong)).toMatch(TOLD);
});
