import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { formatInstall } from '../../src/console/views/fleets/enroll.ts';

type Container = {
  args: string[];
  env: { name: string; value: string }[];
  securityContext: object;
  volumeMounts: { name: string; mountPath: string }[];
};

const readDocuments = (text: string) => parseAllDocuments(text).map((document) => document.toJS());

const DOCS = readFileSync(join(import.meta.dirname, '../../src/docs/collector-scale.md'), 'utf8');
const [workload, service] = readDocuments(/```yaml\n([\s\S]*?)```/.exec(DOCS)?.[1] ?? '');
const pod = workload.spec.template;
const collector: Container = pod.spec.containers[0];

test('manifest for several Collectors: each has its own volume for what waits', () => {
  expect(workload).toMatchObject({ kind: 'StatefulSet', spec: { replicas: 3 } });
  const claims = workload.spec.volumeClaimTemplates.map(
    (claim: { metadata: { name: string } }) => claim.metadata.name,
  );
  const kept = collector.volumeMounts.find(({ name }) => claims.includes(name));
  const storage = collector.env.find(({ name }) => name === 'PENSTOCK_STORAGE');
  expect(storage?.value.startsWith(`${kept?.mountPath}/`)).toBe(true);
});

test('manifest for several Collectors: its Service finds them', () => {
  expect(service.kind).toBe('Service');
  expect(pod.metadata.labels).toMatchObject(service.spec.selector);
  expect(workload.spec.selector.matchLabels).toEqual(pod.metadata.labels);
});

test('manifest for several Collectors: as locked up as the one of Enroll agents', () => {
  const command = formatInstall('kubernetes', 'wss://example.org/v1/opamp', 'token');
  const [, enrolled] = readDocuments(/<<'END'\n([\s\S]*?)\nEND$/.exec(command)?.[1] ?? '');
  const known = enrolled.spec.template.spec;
  expect(pod.spec.securityContext).toEqual(known.securityContext);
  expect(collector.securityContext).toEqual(known.containers[0].securityContext);
});
