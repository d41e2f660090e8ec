import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { StartingPoint } from '../../src/contract/entities/starting-point.ts';
import { findTemplate, validateConfig } from '../../src/engine/components/catalogue.ts';
import { components } from '../../src/engine/components/registry.ts';
import type { PlanNode } from '../../src/engine/port.ts';
import { runPreview } from '../../src/engine/preview/run.ts';
import { STARTING_POINTS } from '../../src/service/starting-points/index.ts';

type Event = Record<string, unknown>;

const checked = (nodeType: PlanNode['nodeType'], templateId: string, config: unknown) => {
  const { config: valid, details } = validateConfig(nodeType, templateId, config);
  expect(details, templateId).toBeUndefined();
  return valid ?? {};
};

function run(point: StartingPoint, events: readonly string[] = point.sample, kind = 'tcp') {
  const node = (id: string, nodeType: PlanNode['nodeType'], templateId: string, config: unknown) => ({
    id,
    componentId: id,
    nodeType,
    name: id,
    templateId,
    config: checked(nodeType, templateId, config),
  });
  const nodes = [
    node('source', 'SOURCE', kind, { port: 5141 }),
    ...point.transforms.map((one) => node(one.name, 'TRANSFORM', one.templateId, one.config)),
    node('sink', 'SINK', 'blackhole', {}),
  ];
  const edges = Object.fromEntries(
    nodes.slice(0, -1).map(({ id }, index) => [id, { nodeIds: [nodes[index + 1]!.id] }]),
  );
  const request = { siteId: '400000000000000001', nodes, edges, metaInfo: {}, events };
  const report = runPreview(request, components);
  const kept = report.nodes.sink!.results.map(({ index, after }) => ({
    index,
    event: JSON.parse(after[0]!) as Event,
  }));
  const dropped = point.transforms.map(({ name }) => report.nodes[name]!.eventsDropped);
  const errors = Object.values(report.nodes).reduce((sum, one) => sum + one.errors, 0);
  const reduction = 100 * (1 - report.nodes.sink!.bytesOut / report.bytesIn);
  return { kept, dropped, errors, reduction, byIndex: new Map(kept.map((one) => [one.index, one.event])) };
}

const pointOf = (id: string): StartingPoint => {
  const point = STARTING_POINTS.find((one) => one.id === id);
  if (!point) throw new Error(`there is no starting point ${id}`);
  return point;
};

const SSHD_LOG = join(import.meta.dirname, '../../../shared/data/sshd_auth.log');
test.runIf(existsSync(SSHD_LOG))('every sign-in of a real log of the SSH server is read', () => {
  const lines = readFileSync(SSHD_LOG, 'utf8').trimEnd().split('\n');
  const { kept, errors, reduction } = run(pointOf('sshd-security'), lines);
  expect(errors).toBe(0);
  expect(kept).toHaveLength(1310);
  expect(reduction).toBeGreaterThan(60);
});

describe('every starting point', () => {
  test('there are at least six, with distinct ids and titles', () => {
    expect(STARTING_POINTS.length).toBeGreaterThanOrEqual(6);
    expect(new Set(STARTING_POINTS.map(({ id }) => id)).size).toBe(STARTING_POINTS.length);
    expect(new Set(STARTING_POINTS.map(({ title }) => title)).size).toBe(STARTING_POINTS.length);
  });

  test.each(STARTING_POINTS.map((point) => [point.id, point] as const))(
    '%s: valid types, configurations and names; 20 events without an error',
    (_, point) => {
      for (const kind of point.sourceKinds) expect(findTemplate('SOURCE', kind), kind).toBeDefined();
      for (const { templateId, config } of point.transforms) checked('TRANSFORM', templateId, config);
      expect(new Set(point.transforms.map(({ name }) => name)).size).toBe(point.transforms.length);
      expect(point.sample.length).toBeGreaterThanOrEqual(20);
      expect(run(point).errors).toBe(0);
    },
  );

  // Kept of 20, dropped by each transform, and percent saved of the sample's bytes.
  test.each([
    ['web-access', 12, [0, 3, 5, 0], 9],
    ['sshd-security', 8, [12, 0, 0], 18],
    ['kubernetes-json', 11, [0, 5, 0, 4, 0], 69],
    ['cloud-audit', 11, [0, 9, 0, 0], 61],
    ['firewall-key-value', 10, [0, 0, 0, 4, 6, 0], 51],
    ['application-json', 7, [0, 13, 0], 85],
  ])('%s keeps %i of its 20 events', (id, kept, dropped, saved) => {
    const result = run(pointOf(id));
    expect(result.kept).toHaveLength(kept);
    expect(result.dropped).toEqual(dropped);
    expect(Math.floor(result.reduction)).toBe(saved);
  });
});

describe('what comes out', () => {
  test('web access: request fields; static errors stay, successes and probes go', () => {
    const { byIndex } = run(pointOf('web-access'));
    expect(byIndex.get(7)).toMatchObject({ request: '/images/logo-old.png', response: '404' });
    expect([1, 2, 3, 6, 8, 12, 13, 17].filter((index) => byIndex.has(index))).toEqual([]);
    for (const event of byIndex.values()) expect(Object.keys(event)).not.toContain('ident');
  });

  test('SSH sign-ins: who, from where, and result; refusals are marked', () => {
    const { byIndex } = run(pointOf('sshd-security'));
    expect(byIndex.get(2)).toEqual({
      timestamp: 'Nov 21 10:15:04',
      hostname: 'bastion-1',
      procid: '48230',
      ssh: { outcome: 'Accepted', method: 'publickey', key: 'ED25519 SHA256:4m0f1pVxK0u5lYc3n7rJtq' },
      user: 'deploy',
      client_ip: '198.51.100.14',
      client_port: 52114,
    });
    expect(byIndex.get(7)).toMatchObject({
      user: 'admin',
      client_ip: '203.0.113.77',
      security: { alert: 'ssh sign-in refused' },
    });
    const marked = [...byIndex].filter(([, event]) => 'security' in event).map(([index]) => index);
    expect(marked).toEqual([5, 7, 9, 10, 11, 18]);
  });

  test('SSH sign-ins: missing names and ports, and folded syslog lines', () => {
    const said = [
      'Invalid user support from 203.0.113.9',
      'Invalid user  from 203.0.113.9',
      'Failed password for invalid user  from 203.0.113.9 port 4022 ssh2',
      'message repeated 4 times: [ Failed password for root from 203.0.113.9 port 4023 ssh2]',
    ];
    const lines = said.map((text) => `Apr  4 07:15:01 bastion-1 sshd[4251]: ${text}`);
    const { kept, errors } = run(pointOf('sshd-security'), lines);
    expect(errors).toBe(0);
    expect(kept.map(({ event }) => event.user)).toEqual(['support', '', '', 'root']);
    for (const { event } of kept)
      expect(event).toMatchObject({
        client_ip: '203.0.113.9',
        security: { alert: 'ssh sign-in refused' },
      });
    expect(kept[3]?.event).toMatchObject({ ssh: { outcome: 'Failed', repeated: 4 }, client_port: 4023 });
  });

  test('SSH sign-ins: the same from the syslog source, whose events are objects', () => {
    const line =
      '<86>Nov 21 10:15:14 bastion-1 sshd[48251]: Failed password for root from 203.0.113.77 port 40188 ssh2';
    const { kept, errors } = run(pointOf('sshd-security'), [line], 'syslog');
    expect(errors).toBe(0);
    expect(kept[0]?.event).toMatchObject({ hostname: 'bastion-1', user: 'root', client_ip: '203.0.113.77' });
  });

  test('Kubernetes: JSON lines as fields, others as text', () => {
    const { byIndex } = run(pointOf('kubernetes-json'));
    expect(byIndex.get(3)).toMatchObject({ stream: 'stderr', app: { level: 'error', msg: 'card declined' } });
    expect(byIndex.get(9)).toMatchObject({ log: 'Traceback (most recent call last):' });
    expect(byIndex.get(0)?.kubernetes).not.toHaveProperty('annotations');
    expect([1, 2, 4, 5, 7, 11, 13, 16, 18].filter((index) => byIndex.has(index))).toEqual([]);
  });

  test('cloud audit: changes and refusals stay, credentials never leave', () => {
    const { byIndex, kept } = run(pointOf('cloud-audit'));
    expect(JSON.stringify(kept)).not.toContain('sessionToken');
    expect(byIndex.get(5)).toMatchObject({ eventName: 'GetObject', errorCode: 'AccessDenied' });
    expect(byIndex.get(11)).toMatchObject({
      security: { alert: 'StopLogging by arn:aws:sts::111122223333:assumed-role/admin/session' },
    });
    const marked = [...byIndex].filter(([, event]) => 'security' in event).map(([index]) => index);
    expect(marked).toEqual([7, 8, 11, 13, 19]);
  });

  test('firewall: blocked packets stay, allowed ones are sampled by port', () => {
    const { kept, byIndex } = run(pointOf('firewall-key-value'));
    expect(byIndex.get(10)).toMatchObject({ src_ip: '2001:db8::bad', dst_port: 22, protocol: 'TCP' });
    expect(byIndex.get(14)).toMatchObject({ protocol: 'ICMP' });
    const allowed = kept.filter(({ event }) => event.verdict === 'UFW ALLOW');
    expect(allowed.map(({ event }) => event.dst_port)).toEqual([443, 53, 22]);
    expect([5, 6, 7, 11].filter((index) => byIndex.has(index))).toEqual([]);
  });

  test('application JSON: no debug, no health check, no labels of the cluster', () => {
    const { kept } = run(pointOf('application-json'));
    for (const { event } of kept) {
      expect(['info', 'warn', 'error']).toContain(event.level);
      expect(event).not.toHaveProperty('kubernetes');
      expect(event.http).not.toHaveProperty('headers');
    }
  });
});
