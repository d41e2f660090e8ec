import { expect, test } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { AGENT_STATUSES, type AgentStatus, type Fleet } from '../../../contract/entities/fleet.ts';
import { formatAgentName } from '../../../contract/fleet-words.ts';
import { describeReach, formatInstall, getOpampAddress, RUN_WHERE } from './enroll.ts';
import { formatStep, getFleetLook } from './looks.ts';
import { PLATFORMS } from './scope.ts';

const TOKEN = `penstock_fleet_${'a'.repeat(43)}`;
const ADDRESS = 'wss://fleet.example.org/v1/opamp';

const createFleet = (counts: Partial<Record<AgentStatus, number>>, more: Partial<Fleet> = {}): Fleet => {
  const statuses = Object.fromEntries(AGENT_STATUSES.map((status) => [status, counts[status] ?? 0]));
  return {
    id: '817956854733640009',
    siteId: '417956854733640009',
    name: 'Edge',
    description: '',
    configuration: { id: '817956854733640010', name: 'Gateway', version: 1 },
    agentCount: Object.values(counts).reduce((sum, count) => sum + count, 0),
    statuses: statuses as Fleet['statuses'],
    maintenanceWindow: null,
    rollout: null,
    revision: 1,
    createdAt: '',
    updatedAt: '',
    ...more,
  };
};

test.each([
  [{}, {}, 'No agent'],
  [{ HEALTHY: 3 }, {}, 'Healthy'],
  [{ HEALTHY: 3, CONFIGURING: 1 }, {}, 'Configuring'],
  [{ HEALTHY: 3, DISCONNECTED: 2 }, {}, '2 disconnected'],
  [{ HEALTHY: 3, DISCONNECTED: 2, ERROR: 1 }, {}, '1 error'],
  [{ UNMANAGED: 1 }, { configuration: null }, 'Not managed'],
] as const)('a fleet with %j is no greener than its agents: %j %s', (counts, more, label) => {
  const look = getFleetLook(createFleet(counts, more));
  expect(look.label).toBe(label);
  expect(look.tone === 'ok').toBe(label === 'Healthy');
});

test('the service is reached as its page is', () => {
  expect(getOpampAddress({ protocol: 'https:', host: 'a.example.org' })).toBe('wss://a.example.org/v1/opamp');
  expect(getOpampAddress({ protocol: 'http:', host: '127.0.0.1:4600' })).toBe('ws://127.0.0.1:4600/v1/opamp');
});

test('the address of this machine alone is said to be out of reach for containers', () => {
  for (const hostname of ['127.0.0.1', 'localhost', '[::1]'])
    expect(describeReach({ hostname })).toContain(`Only this machine reaches ${hostname}, and no container`);
  expect(describeReach({ hostname: 'penstock.example.org' })).toContain('has to reach this address');
});

test.each(PLATFORMS)('the command for %s gives the supervisor address and token', (platform) => {
  const command = formatInstall(platform, ADDRESS, TOKEN);
  const documents = [...command.matchAll(/<<'END'\n([\s\S]*?)\nEND$/gm)].map(([, text = '']) => text);
  const text = documents.at(-1) ?? '';
  const supervisor =
    platform === 'kubernetes'
      ? parse(parseAllDocuments(text)[0]?.toJS().stringData['config.yaml'])
      : parse(text);
  expect(supervisor.server).toEqual({ endpoint: ADDRESS, headers: { Authorization: `Bearer ${TOKEN}` } });
  expect(supervisor.capabilities.accepts_remote_config).toBe(true);
  expect(supervisor.agent.executable).toMatch(/otelcol-contrib$/);
  // Else what a Collector said is gone once it was started anew.
  expect(supervisor.agent.passthrough_logs).toBe(true);
});

test.each(PLATFORMS)('on %s the Collector keeps its queues where the supervisor may write', (platform) => {
  const command = formatInstall(platform, ADDRESS, TOKEN);
  const [, storage] = /^ +PENSTOCK_STORAGE: (.*)$/m.exec(command) ?? [];
  const [, state] = /^ *storage:\n +directory: (.*)$/m.exec(command) ?? [];
  expect(storage).toBe(`${state}/storage`);
});

type Mount = { name: string; mountPath: string };
const readKubernetes = () => {
  const [, text = ''] = /<<'END'\n([\s\S]*?)\nEND$/.exec(formatInstall('kubernetes', ADDRESS, TOKEN)) ?? [];
  const [, workload] = parseAllDocuments(text).map((document) => document.toJS());
  return { workload, pod: workload.spec.template.spec };
};

test('on Kubernetes a pod that is replaced finds id and queues again', () => {
  const { workload, pod } = readKubernetes();
  expect(workload.kind).toBe('StatefulSet');
  const kept = workload.spec.volumeClaimTemplates.map(
    (claim: { metadata: { name: string } }) => claim.metadata.name,
  );
  const mounts = pod.containers[0].volumeMounts.filter(({ name }: Mount) => kept.includes(name));
  expect(mounts.map(({ mountPath }: Mount) => mountPath)).toEqual(['/var/lib/opampsupervisor']);
});

test('on Kubernetes a namespace that is restricted lets its pods in', () => {
  const { pod } = readKubernetes();
  expect(pod.securityContext).toMatchObject({
    runAsNonRoot: true,
    // The image of the supervisor names its user, which Kubernetes does not take for another than root.
    runAsUser: 10_001,
    seccompProfile: { type: 'RuntimeDefault' },
  });
  for (const { securityContext } of [...pod.initContainers, ...pod.containers])
    expect(securityContext).toMatchObject({
      allowPrivilegeEscalation: false,
      capabilities: { drop: ['ALL'] },
    });
});

test('on Kubernetes the supervisor alone is probed, at an address of its own', () => {
  const { pod } = readKubernetes();
  const [, text = ''] =
    /config.yaml: \|\n([\s\S]*?)\n---/.exec(formatInstall('kubernetes', ADDRESS, TOKEN)) ?? [];
  expect(parse(text).healthcheck).toEqual({ endpoint: ':13134' });
  const [{ readinessProbe, livenessProbe }] = pod.containers;
  for (const { httpGet } of [readinessProbe, livenessProbe])
    expect(httpGet).toEqual({ path: '/health', port: 13_134 });
  // Longer than a busy machine makes it wait: its Collector ends with it.
  expect(livenessProbe.periodSeconds * livenessProbe.failureThreshold).toBeGreaterThanOrEqual(120);
});

test('on Kubernetes a namespace with a quota of requests lets its pods in', () => {
  const { pod } = readKubernetes();
  for (const { resources } of [...pod.initContainers, ...pod.containers])
    expect(resources).toEqual({ requests: { cpu: expect.any(String), memory: expect.any(String) } });
});

test('a manifest is applied once, a command run on each machine', () => {
  expect(RUN_WHERE).toMatchObject({
    linux: expect.stringContaining('on each machine'),
    container: expect.stringContaining('on each machine'),
    kubernetes: expect.stringContaining('once, where kubectl reaches the cluster'),
  });
});

test('on Linux the Collector that its package starts is ended, since it holds port 8888', () => {
  const command = formatInstall('linux', ADDRESS, TOKEN);
  expect(command.indexOf('systemctl disable --now otelcol-contrib\n')).toBeGreaterThan(0);
  expect(command.indexOf('otelcol-contrib\n')).toBeLessThan(command.indexOf('restart opampsupervisor'));
});

test('steps and names in words', () => {
  expect(formatStep({ steps: [100], step: 0 })).toBe('All agents at once');
  expect(formatStep({ steps: [10, 50, 100], step: 1 })).toBe('Step 2 of 3: 50 %');
  expect(formatStep({ steps: ['a=1', 100], step: 0 })).toBe('Step 1 of 2: a=1');
  expect(formatStep({ steps: ['a=1', 100], step: 1 })).toBe('Step 2 of 2: The rest');
  expect(formatAgentName({ name: 'otelcol', host: 'a' })).toBe('otelcol on a');
  expect(formatAgentName({ name: 'a', host: 'a' })).toBe('a');
});
