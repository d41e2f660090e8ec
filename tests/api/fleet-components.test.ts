import { afterEach, beforeEach, expect, test } from 'vitest';
import { parse } from 'yaml';
import { CAN, MANAGED } from '../harness/opamp.ts';
import { COLLECTOR, type FleetService, startFleetService } from './support/fleets.ts';

let world: FleetService;
beforeEach(async () => {
  world = await startFleetService();
});
afterEach(() => world.stop());

type Component = {
  kind: string;
  type: string;
  id: string | null;
  line: number | null;
  agentCount: number;
  config: Record<string, unknown>;
  configFormat: { config_groups: { properties: { name: string }[] }[] };
};

const list = async (content: string): Promise<{ components: Component[]; agentCount: number }> =>
  (
    await world.api.call('listConfigurationComponents', {
      body: { configuration: { siteId: world.api.siteId, content } },
    })
  ).body;
const change = (content: string, changed: object) =>
  world.api.call('changeComponent', {
    body: { configuration: { siteId: world.api.siteId, content }, change: changed },
  });
const namesOf = ({ configFormat }: Component) =>
  configFormat.config_groups.flatMap(({ properties }) => properties.map(({ name }) => name));

test('components of the content come first, with their values [R2.1-49]', async () => {
  const { components, agentCount } = await list(COLLECTOR);
  expect(agentCount).toBe(0);
  const otlp = components.find(({ id }) => id === 'otlp');
  expect(otlp).toMatchObject({ kind: 'receivers', type: 'otlp', line: 2 });
  expect(otlp && namesOf(otlp)).toEqual(['grpc', 'http']);
  const added = components.filter(({ id }) => id === null).map(({ type }) => type);
  expect(added).toEqual(expect.arrayContaining(['filelog', 'batch', 'memory_limiter', 'file_storage']));
});

test('agents decide what can be added, and how many have it', async () => {
  const { token } = await world.makeFleet();
  for (const [number, types] of [
    [1, ['otlp', 'filelog']],
    [2, ['otlp', 'journald']],
  ] as const) {
    const agent = world.join(token, number);
    const subComponentMap = Object.fromEntries(types.map((type) => [type, {}]));
    await agent.hello({
      capabilities: MANAGED | CAN.components,
      availableComponents: { hash: new Uint8Array([number]), components: { receivers: { subComponentMap } } },
    });
  }
  const { components, agentCount } = await list(COLLECTOR);
  expect(agentCount).toBe(2);
  expect(
    components.filter(({ id }) => id === null).map(({ kind, type, agentCount: has }) => [kind, type, has]),
  ).toEqual([
    ['receivers', 'filelog', 1],
    ['receivers', 'journald', 1],
    ['receivers', 'otlp', 2],
  ]);
  const journald = components.find(({ type }) => type === 'journald');
  expect(journald && namesOf(journald)).toEqual([]);
});

test('a component is added with its settings, and nothing else changes', async () => {
  const config = { include: ['/var/log/*.log'], start_at: 'beginning' };
  const { status, body } = await change(COLLECTOR, { kind: 'receivers', type: 'filelog', id: null, config });
  expect([status, body.id]).toEqual([200, 'filelog']);
  expect(parse(body.content)).toEqual({
    ...parse(COLLECTOR),
    receivers: { ...parse(COLLECTOR).receivers, filelog: config },
  });
  expect(body.content.split('\n').filter((line: string) => !COLLECTOR.split('\n').includes(line))).toEqual([
    '  filelog:',
    '    include: [/var/log/*.log]',
    '    start_at: beginning',
  ]);
});

test('a second one gets a name, and an extension is named by the service', async () => {
  const second = await change(COLLECTOR, {
    kind: 'receivers',
    type: 'otlp',
    id: null,
    config: { http: '0.0.0.0:4318' },
  });
  expect(second.body.id).toBe('otlp/2');
  expect(parse(second.body.content).receivers['otlp/2']).toEqual({
    protocols: { http: { endpoint: '0.0.0.0:4318' } },
  });
  const storage = await change(COLLECTOR, { kind: 'extensions', type: 'file_storage', id: null, config: {} });
  expect(parse(storage.body.content)).toMatchObject({
    extensions: { file_storage: null },
    service: { extensions: ['file_storage'] },
  });
});

test('settings are changed and taken away, and those without a form stay', async () => {
  const content = COLLECTOR.replace(
    /exporters:\n/,
    'exporters:\n  otlp/far: # to the center\n    endpoint: a.example:4317\n    compression: zstd\n    tls:\n      insecure: true\n      ca_file: /etc/ca.pem\n',
  );
  const far = (await list(content)).components.find(({ id }) => id === 'otlp/far');
  expect(far?.config).toEqual({ endpoint: 'a.example:4317', compression: 'zstd', insecure: true });
  const { body } = await change(content, {
    kind: 'exporters',
    type: 'otlp',
    id: 'otlp/far',
    config: { endpoint: 'b.example:4317' },
  });
  expect(parse(body.content).exporters['otlp/far']).toEqual({
    endpoint: 'b.example:4317',
    tls: { ca_file: '/etc/ca.pem' },
  });
  expect(body.content).toContain('  otlp/far: # to the center\n');
});

test('a value that the form cannot show stays in the YAML', async () => {
  const content = COLLECTOR.replace(
    /exporters:\n/,
    'processors:\n  batch:\n    timeout: $\u007benv:WAIT}\n    send_batch_size: $\u007benv:SIZE}\nexporters:\n',
  );
  const batch = (await list(content)).components.find(({ id }) => id === 'batch');
  expect(batch?.config).toEqual({ timeout: '$\u007benv:WAIT}' });
  expect(batch && namesOf(batch)).toEqual(['timeout', 'send_batch_max_size']);
  const { body } = await change(content, {
    kind: 'processors',
    type: 'batch',
    id: 'batch',
    config: { timeout: '5s' },
  });
  expect(parse(body.content).processors.batch).toEqual({
    timeout: '5s',
    send_batch_size: '$\u007benv:SIZE}',
  });
});

test.each([
  [
    'an address without port',
    'receivers',
    'tcplog',
    { listen_address: 'localhost' },
    'listen_address',
    /host and port/,
  ],
  ['a time without unit', 'processors', 'batch', { timeout: '5' }, 'timeout', /a duration, such as/],
  ['a required one left out', 'receivers', 'filelog', {}, 'include', /Files is required/],
  ['an unknown one', 'exporters', 'debug', { color: 1 }, '', /color/],
])('%s is refused at its field', async (_, kind, type, config, field, message) => {
  const { status, body } = await change(COLLECTOR, { kind, type, id: null, config });
  expect(status).toBe(400);
  expect(body.details[0].field).toContain(`change.config${field && `.${field}`}`);
  expect(body.details[0].message).toMatch(message);
});

test('content that cannot be read, or lacks the component, is refused with the reason', async () => {
  const batch = { kind: 'processors', type: 'batch', config: {} };
  const unreadable = await change('receivers: [', { ...batch, id: null });
  expect([unreadable.status, unreadable.body.details[0].message]).toEqual([
    400,
    expect.stringMatching(/^line 1/),
  ]);
  const gone = await change(COLLECTOR, { ...batch, id: 'batch/9' });
  expect(gone.body.details[0].message).toContain("has no 'batch/9' among its processors any more");
  expect((await list('receivers: [')).components.every(({ id }) => id === null)).toBe(true);
});
