import { describe, expect, test } from 'vitest';
import { findConnection } from './connections.ts';
import { findNamed } from './names.ts';

const named = (...names: string[]) =>
  names.map((name, index) => ({ id: String(index), name, templateId: 'any' }));

const found = (sentence: string, ...names: string[]): string => {
  const hit = findNamed(sentence, named(...names));
  if (hit.kind === 'none') return '-';
  return hit.kind === 'one' ? hit.item.name : hit.items.map(({ name }) => name).join('|');
};

describe('a number in a name is no mistake', () => {
  test.each([
    ['pause web-2', ['web-1'], '-'],
    ['pause k8s audit eu 3', ['k8s-audit-eu-1', 'k8s-audit-eu-2'], 'k8s-audit-eu-1|k8s-audit-eu-2'],
    ['pause wbe-logs 12', ['web-logs-12'], 'web-logs-12'],
    ['pause web-logs 2', ['web-logs-1', 'web-logs-2'], 'web-logs-2'],
    ['pause web', ['web-1'], 'web-1'],
    ['pause web', ['web-1', 'web-2'], 'web-1|web-2'],
    ['sample web-1 1 in 10', ['web-1', 'web-2'], 'web-1'],
    ['pause the shop2024 pipeline', ['shop2025'], '-'],
  ])('%s', (sentence, names, name) => {
    expect(found(sentence, ...names)).toBe(name);
  });

  test('another port is another source', () => {
    expect(findConnection('syslog 5598', 'source', named('Syslog 5599'))).toMatchObject({
      kind: 'new',
      config: { port: 5598 },
    });
    expect(findConnection('syslog 5599', 'source', named('Syslog 5599'))).toMatchObject({ kind: 'stored' });
  });
});
