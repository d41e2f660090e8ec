import { expect, it } from 'vitest';
import type { Connection } from '../../components/connection-form/kinds.ts';
import { buildConnectionMetrics } from './metrics.ts';
import type { ConnectionFacts } from './use-connection-facts.ts';

const source = { id: '200000000000000001', lastAlive: '' } as Connection;
const facts = (changes: Partial<ConnectionFacts>) =>
  ({ pipelines: [], running: [], errors: [], lastAlive: '', unknown: undefined, ...changes }) as Pick<
    ConnectionFacts,
    keyof ConnectionFacts
  >;
const told = (changes: Partial<ConnectionFacts>) =>
  buildConnectionMetrics(source, facts(changes))
    .slice(0, 2)
    .map(({ label, figure, sub }) => [label, figure, sub]);

it('metrics: bytes and events, nothing before they are known [R2.1-12]', () => {
  expect(told({ bytesPerSecond: 12_300, eventsPerSecond: 41.5 })).toEqual([
    ['Data output', { value: '12.3', unit: 'KB/s' }, 'now'],
    ['Events', { value: '41.5', unit: '/s' }, 'now'],
  ]);
  expect(told({})).toEqual([
    ['Data output', undefined, 'Not running'],
    ['Events', undefined, 'Not running'],
  ]);
});
