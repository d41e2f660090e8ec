import { describe, expect, test } from 'vitest';
import type { RoleGrant } from '../../../contract/entities/access.ts';
import { changeGrant, formatGrants, toGrantRows } from './grants.ts';

const READS: RoleGrant[] = [{ resourceType: 'PIPELINES', accessTypes: ['READ'], extraGrants: [] }];

describe('the matrix of a role [R2.1-67, R6-36]', () => {
  test('a row per resource; deployment and live data for pipelines alone', () => {
    const rows = toGrantRows(READS);
    expect(rows.map(({ label, granted }) => [label, granted.join()])).toEqual([
      ['Pipelines', 'READ'],
      ['Sources', ''],
      ['Destinations', ''],
      ['Sites', ''],
    ]);
    expect(rows[0]?.columns).toContain('LIVE_CAPTURE');
    expect(rows[1]?.columns).toEqual(['READ', 'WRITE', 'DELETE']);
  });

  test('a write grant implies read; without read there is nothing', () => {
    const deploys = changeGrant([], 'PIPELINES', ['DEPLOY']);
    expect(deploys).toEqual([{ resourceType: 'PIPELINES', accessTypes: ['READ'], extraGrants: ['DEPLOY'] }]);
    expect(changeGrant(deploys, 'PIPELINES', ['DEPLOY'])).toEqual([]);
    expect(changeGrant(READS, 'SOURCES', ['READ', 'WRITE'])).toEqual([
      ...READS,
      { resourceType: 'SOURCES', accessTypes: ['READ', 'WRITE'], extraGrants: [] },
    ]);
  });

  test('in words', () => {
    expect(formatGrants(changeGrant(READS, 'PIPELINES', ['READ', 'LIVE_CAPTURE']))).toBe(
      'Pipelines: read, live data',
    );
    expect(formatGrants([])).toBe('');
  });
});
