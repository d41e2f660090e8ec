import { describe, expect, test } from 'vitest';
import { PIPELINE_STATUSES } from '../../src/contract/enums.ts';
import {
  DEFAULT_STATUS_FILTER,
  getDisplay,
  getFilterLabel,
  getStatusGroup,
  getStatusPollMs,
  isInAction,
  isNewUndeployed,
  isRunning,
  STATUS_FILTER_LABELS,
  STATUSES_OF_FILTER,
} from './pipeline-lifecycle.selectors.ts';

const idle = { pendingAction: 'NOP' } as const;

describe('displayed status [R4-03 … R4-18]', () => {
  test.each([
    ['R4-04, R4-06', 'DEFAULT', 'Not Deployed', 'ring-dashed'],
    ['R4-17', 'TO_DEPLOY', 'Deploying', 'ring-progress'],
    ['R4-17', 'DEPLOYING', 'Deploying', 'ring-progress'],
    ['R4-07', 'DEPLOYED', 'Deployed', 'disc-check'],
    ['R4-08', 'ROLLED_BACK', 'Deployed', 'ring-arrow'],
    ['R4-09', 'FAILED', 'Error', 'octagon'],
    ['R4-11', 'PAUSED', 'Paused', 'square-bars'],
    ['R4-12', 'BYPASSED', 'Bypassed', 'arc-dot'],
    ['R4-17', 'TO_DELETE', 'Deleting', 'ring-progress'],
    ['R4-17', 'DELETING', 'Deleting', 'ring-progress'],
    ['R4-10', 'DELETED', 'Deleted', 'ring-cross'],
  ] as const)('$1 shows $2 as $3 [$0]', (_, status, label, shape) => {
    expect(getDisplay({ status, ...idle })).toMatchObject({ label, shape });
  });

  test.each([
    ['R4-05, R4-13', 'DEPLOY', 'Deploying'],
    ['R4-14', 'DELETE', 'Deleting'],
    ['R4-15', 'PAUSE', 'Pausing'],
    ['R4-16', 'BYPASS', 'Bypassing'],
    ['R4-18', 'CANCEL', 'Cancelling'],
  ] as const)('a pending $1 shows $2 whatever the status [$0]', (_, pendingAction, label) => {
    for (const status of PIPELINE_STATUSES) expect(getDisplay({ status, pendingAction }).label).toBe(label);
  });

  test('a rolled back pipeline is deployed with a warning [R4-08]', () => {
    expect(getDisplay({ status: 'ROLLED_BACK', ...idle }).tone).toBe('warn');
  });
});

describe('list filter [R4-19 … R4-24]', () => {
  test('every status belongs to exactly one label', () => {
    const all = STATUS_FILTER_LABELS.flatMap((label) => STATUSES_OF_FILTER[label]);
    expect(all.toSorted()).toEqual([...PIPELINE_STATUSES].toSorted());
    for (const status of PIPELINE_STATUSES)
      expect(STATUSES_OF_FILTER[getFilterLabel(status)]).toContain(status);
  });

  test.each([
    ['R4-20', 'deployed', ['ROLLED_BACK', 'DEPLOYED']],
    ['R4-21', 'error', ['FAILED']],
    ['R4-22', 'not deployed', ['DEFAULT', 'TO_DEPLOY', 'DEPLOYING']],
    ['R4-22', 'bypassed', ['BYPASSED']],
    ['R4-22', 'paused', ['PAUSED']],
    ['R4-22', 'deleted', ['DELETED', 'TO_DELETE', 'DELETING']],
  ] as const)('$1 covers $2 [$0]', (_, label, statuses) => {
    expect(STATUSES_OF_FILTER[label].toSorted()).toEqual(statuses.toSorted());
  });

  test('deleted pipelines are left out by default [R4-23, R4-24]', () => {
    expect(DEFAULT_STATUS_FILTER).toEqual(['deployed', 'error', 'not deployed', 'bypassed', 'paused']);
  });
});

describe('groups and polling [R4-25 … R4-30, R9-52]', () => {
  test.each([
    ['DEPLOYED', 'NOP', 'running', 30_000],
    ['ROLLED_BACK', 'NOP', 'running', 30_000],
    ['DEPLOYED', 'PAUSE', 'in-action', 5000],
    ['PAUSED', 'DEPLOY', 'in-action', 5000],
    ['TO_DEPLOY', 'NOP', 'in-action', 5000],
    ['DEPLOYING', 'NOP', 'in-action', 5000],
    ['TO_DELETE', 'NOP', 'in-action', 5000],
    ['DELETING', 'NOP', 'in-action', 5000],
    ['DELETED', 'NOP', 'deleted', false],
    ['PAUSED', 'NOP', 'paused', false],
    ['BYPASSED', 'NOP', 'bypassed', false],
    ['FAILED', 'NOP', undefined, false],
    ['DEFAULT', 'NOP', undefined, false],
  ] as const)('%s with %s is %s, polled each %s ms [R4-26, R9-52]', (status, pendingAction, group, ms) => {
    const row = { status, pendingAction };
    expect(getStatusGroup(row)).toBe(group);
    expect(getStatusPollMs(group)).toBe(ms);
    expect(isInAction(row)).toBe(group === 'in-action');
    if (group !== 'in-action') expect(isRunning(row)).toBe(group === 'running');
  });

  test('a pipeline with versions of which none is deployed is new [R4-49]', () => {
    expect(isNewUndeployed({ deployedGraphVersion: 0, latestGraphVersion: 1 })).toBe(true);
    expect(isNewUndeployed({ deployedGraphVersion: 0, latestGraphVersion: 0 })).toBe(false);
    expect(isNewUndeployed({ deployedGraphVersion: 1, latestGraphVersion: 2 })).toBe(false);
  });
});
