import { describe, expect, test } from 'vitest';
import { PIPELINE_STATUSES } from '../../src/contract/enums.ts';
import {
  DEFAULT_STATUS_FILTER,
  displayOf,
  filterLabelOf,
  isNewUndeployed,
  pollIntervalMs,
  STATUSES_OF_FILTER,
  statusesOfFilter,
  statusGroupOf,
} from './pipeline-lifecycle.selectors.ts';

const idle = { pendingAction: 'NOP' } as const;

describe('displayed status (R4-03 … R4-18)', () => {
  test.each([
    ['DEFAULT', 'Not Deployed', 'ring-dashed'],
    ['TO_DEPLOY', 'Deploying', 'ring-progress'],
    ['DEPLOYING', 'Deploying', 'ring-progress'],
    ['DEPLOYED', 'Deployed', 'disc-check'],
    ['ROLLED_BACK', 'Deployed', 'ring-arrow'],
    ['FAILED', 'Error', 'octagon'],
    ['PAUSED', 'Paused', 'square-bars'],
    ['BYPASSED', 'Bypassed', 'arc-dot'],
    ['TO_DELETE', 'Deleting', 'ring-progress'],
    ['DELETING', 'Deleting', 'ring-progress'],
    ['DELETED', 'Deleted', 'ring-cross'],
  ] as const)('%s shows %s as %s', (status, label, shape) => {
    expect(displayOf({ status, ...idle })).toMatchObject({ label, shape });
  });

  test.each([
    ['DEPLOY', 'Deploying'],
    ['DELETE', 'Deleting'],
    ['PAUSE', 'Pausing'],
    ['BYPASS', 'Bypassing'],
    ['CANCEL', 'Cancelling'],
  ] as const)('a pending %s shows %s whatever the status', (pendingAction, label) => {
    for (const status of PIPELINE_STATUSES) expect(displayOf({ status, pendingAction }).label).toBe(label);
  });

  test('a rolled back pipeline is deployed with a warning (R4-08)', () => {
    expect(displayOf({ status: 'ROLLED_BACK', ...idle }).tone).toBe('warn');
  });
});

describe('list filter (R4-19 … R4-24)', () => {
  test('every status belongs to exactly one label', () => {
    const all = statusesOfFilter(['deployed', 'error', 'not deployed', 'bypassed', 'paused', 'deleted']);
    expect(all.toSorted()).toEqual([...PIPELINE_STATUSES].toSorted());
    for (const status of PIPELINE_STATUSES)
      expect(STATUSES_OF_FILTER[filterLabelOf(status)]).toContain(status);
  });

  test('deleted pipelines are left out by default', () => {
    expect(DEFAULT_STATUS_FILTER).toEqual(['deployed', 'error', 'not deployed', 'bypassed', 'paused']);
  });
});

describe('groups and polling (R4-25 … R4-30, R9-52)', () => {
  test.each([
    ['DEPLOYED', 'NOP', 'running', 30_000],
    ['ROLLED_BACK', 'NOP', 'running', 30_000],
    ['DEPLOYED', 'PAUSE', 'in-action', 5000],
    ['TO_DEPLOY', 'NOP', 'in-action', 5000],
    ['DELETED', 'NOP', 'deleted', undefined],
    ['PAUSED', 'NOP', 'paused', undefined],
    ['BYPASSED', 'NOP', 'bypassed', undefined],
    ['FAILED', 'NOP', 'idle', undefined],
  ] as const)('%s with %s is %s', (status, pendingAction, group, interval) => {
    expect(statusGroupOf({ status, pendingAction })).toBe(group);
    expect(pollIntervalMs({ status, pendingAction })).toBe(interval);
  });

  test('a pipeline with versions of which none is deployed is new (R4-49)', () => {
    expect(isNewUndeployed({ deployedGraphVersion: 0, latestGraphVersion: 1 })).toBe(true);
    expect(isNewUndeployed({ deployedGraphVersion: 0, latestGraphVersion: 0 })).toBe(false);
    expect(isNewUndeployed({ deployedGraphVersion: 1, latestGraphVersion: 2 })).toBe(false);
  });
});
