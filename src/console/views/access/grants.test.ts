import { describe, expect, test } from 'vitest';
import type { RoleGrant } from '../../../contract/entities/access.ts';
import { changedGrants, grantsText, rowsOf } from './grants.ts';

const READS: RoleGrant[] = [{ resourceType: 'PIPELINES', accessTypes: ['READ'], extraGrants: [] }];

describe('the matrix of a role [R2.1-67, R6-36]', () => {
  test('a row per resource; deployment and live data for pipelines alone', () => {
    const rows = rowsOf(READS);
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
    const deploys = changedGrants([], 'PIPELINES', ['DEPLOY']);
    expect(deploys).toEqual([{ resourceType: 'PIPELINES', accessTypes: ['READ'], extraGrants: ['DEPLOY'] }]);
    expect(changedGrants(deploys, 'PIPELINES', ['DEPLOY'])).toEqual([]);
    expect(changedGrants(READS, 'SOURCES', ['READ', 'WRITE'])).toEqual([
      ...READS,
      { resourceType: 'SOURCES', accessTypes: ['READ', 'WRITE'], extraGrants: [] },
    ]);
  });

  test('in words', () => {
    expect(grantsText(changedGrants(READS, 'PIPELINES', ['READ', 'LIVE_CAPTURE']))).toBe(
      'Pipelines: read, live data',
    );
    expect(grantsText([])).toBe('');
  });
});
