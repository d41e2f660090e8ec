import { describe, expect, test } from 'vitest';
import type { Finding } from '../../../../contract/entities/insights.ts';
import { describeFindingSaving, rankFindings } from './savings.ts';

const finding = { savedBytes: 312 };
const insights = { events: 1000, bytes: 1000 };
const figures = { events: 1000, bytesIn: 1000, bytesOut: 691, deliveredBefore: 500, deliveredAfter: 400 };

describe('what a finding saves [R2.4-61]', () => {
  test('an estimate is called one until a run gave the figure', () => {
    expect(describeFindingSaving(finding, insights, undefined)).toEqual({
      text: 'saves about 31.2% (312 B)',
      kind: 'estimated',
      notes: ['estimated, being measured'],
    });
  });

  test('a measured saving stands beside the estimate, per destination', () => {
    expect(describeFindingSaving(finding, insights, { figures })).toEqual({
      text: 'destinations get 20.0% (100 B) less',
      kind: 'measured',
      notes: ['measured, estimated 31.2%', 'removes 30.9% (309 B) here'],
    });
  });

  test('a field that goes further down anyway saves nothing at the destinations', () => {
    const after = { ...figures, deliveredAfter: 500 };
    expect(describeFindingSaving(finding, insights, { figures: after })).toMatchObject({
      text: 'destinations get as much as before',
      kind: 'none',
    });
  });

  test('a change that makes events larger says so', () => {
    const grown = { ...figures, bytesOut: 1100, deliveredAfter: 600 };
    expect(describeFindingSaving(finding, insights, { figures: grown })).toMatchObject({
      text: 'destinations get 20.0% (100 B) more',
      kind: 'none',
      notes: ['measured, estimated 31.2%', 'adds 10.0% (100 B) here'],
    });
  });

  test('less than one percent of growth is growth', () => {
    const grown = { ...figures, deliveredBefore: 1000, deliveredAfter: 1008 };
    expect(describeFindingSaving(finding, insights, { figures: grown }).text).toBe(
      'destinations get 0.8% (8 B) more',
    );
  });

  test('what saves destinations most comes first, once all are measured', () => {
    const found = ['a', 'b', 'c', 'd'].map((id, at) => ({ id, savedBytes: 400 - at }) as Finding);
    const idsOf = (measured: Parameters<typeof rankFindings>[1]) =>
      rankFindings(found, measured).map(({ id }) => id);
    const saves = (deliveredAfter: number) => ({ figures: { ...figures, deliveredAfter } });
    const some = { a: saves(500), b: { error: 'Refused' }, c: saves(100) };
    expect(idsOf(some)).toEqual(['a', 'b', 'c', 'd']);
    expect(idsOf({ ...some, d: saves(300) })).toEqual(['c', 'd', 'a', 'b']);
  });

  test('too few events: says so, and why there is no figure', () => {
    const { notes } = describeFindingSaving(finding, insights, { figures: { ...figures, events: 400 } });
    expect(notes[0]).toBe('measured on the first 400, estimated 31.2%');
    expect(describeFindingSaving(finding, insights, { error: 'Refused' })).toMatchObject({
      kind: 'estimated',
      notes: ['estimated, not measured'],
      problem: 'Refused',
    });
  });
});
