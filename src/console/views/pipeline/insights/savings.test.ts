import { describe, expect, test } from 'vitest';
import { describeFindingSaving } from './savings.ts';

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
      text: 'saves 30.9% (309 B)',
      kind: 'measured',
      notes: ['measured, estimated 31.2%', 'destinations get 20.0% less'],
    });
  });

  test('a field that goes further down anyway saves nothing at the destinations', () => {
    const after = { ...figures, deliveredAfter: 500 };
    expect(describeFindingSaving(finding, insights, { figures: after }).notes).toContain(
      'destinations get as much as before',
    );
  });

  test('a change that makes events larger says so', () => {
    const grown = { ...figures, bytesOut: 1100, deliveredAfter: 600 };
    expect(describeFindingSaving(finding, insights, { figures: grown })).toMatchObject({
      text: 'adds 10.0% (100 B)',
      kind: 'none',
      notes: ['measured, estimated 31.2%', 'destinations get 20.0% more'],
    });
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
