import { describe, expect, test } from 'vitest';
import { driveAll } from '../../tests/harness/drive.ts';
import { createActorSut, createPureSut } from '../../tests/harness/machine-suts.ts';
import { makePaths } from '../../tests/harness/paths.ts';
import { displayedVersionModel } from './displayed-version.model.ts';
import {
  chooseDisplayedVersion,
  formatVersionLabel,
  parseVersion,
  sortNewestFirst,
} from './displayed-version.ts';

const paths = makePaths(displayedVersionModel);

test('every transition of the version list refetches three times at most [R4-54, R4-55, R9-27]', async () => {
  await driveAll(
    paths,
    createPureSut(displayedVersionModel, ({ value, context }) => {
      expect(context.retries).toBeLessThanOrEqual(3);
      const holdsLatest = context.versions.some(({ version }) => version === context.latestGraphVersion);
      if (value === 'loaded') expect(holdsLatest).toBe(true);
      if (value === 'settled') expect([holdsLatest, context.retries]).toEqual([false, 3]);
      expect(
        context.failure === undefined || value === 'failed' || value === 'loading' || value === 'waiting',
      ).toBe(true);
    }),
  );
});

test('a running actor does the same with its clock and its answers', async () => {
  await driveAll(
    paths,
    createActorSut(displayedVersionModel, { actors: ['fetchVersions'], delays: { refetchDelay: 1000 } }),
  );
});

describe('displayed version, first match wins [E4, R4-42 … R4-48]', () => {
  const row = {
    status: 'DEPLOYED',
    pendingAction: 'NOP',
    deployedGraphVersion: 2,
    latestGraphVersion: 3,
    pendingGraphVersion: 3,
  } as const;
  test.each([
    ['the choice [R4-42]', row, true, 1, 1],
    [
      'the latest of a new pipeline [R4-43]',
      { ...row, status: 'DEFAULT', deployedGraphVersion: 0 },
      false,
      undefined,
      3,
    ],
    ['the pending one in edit mode [R4-44]', row, true, undefined, 3],
    ['the pending one in action [R4-45]', { ...row, pendingAction: 'DEPLOY' }, false, undefined, 3],
    ['the deployed one [R4-46]', row, false, undefined, 2],
    [
      'the deployed one in action without a pending one [R4-47]',
      { ...row, pendingAction: 'PAUSE', pendingGraphVersion: 0 },
      false,
      undefined,
      2,
    ],
    [
      'the deployed one without a pending one [R4-48]',
      { ...row, pendingGraphVersion: 0 },
      true,
      undefined,
      2,
    ],
    [
      '0 where none is deployed [R4-53]',
      { ...row, deployedGraphVersion: 0, latestGraphVersion: 0, pendingGraphVersion: 0 },
      false,
      undefined,
      0,
    ],
  ] as const)('shows %s', (_case, facts, isEditing, chosen, version) => {
    expect(chooseDisplayedVersion(facts, isEditing, chosen)).toBe(version);
  });
});

test('version list: labels, and the five newest [R2.4-29 … R2.4-31, R9-07]', () => {
  expect(formatVersionLabel(3, 'less noise')).toBe('v3 - less noise');
  expect(formatVersionLabel(3)).toBe('v3');
  expect(formatVersionLabel(0, 'x')).toBe('v0');
  const versions = [1, 2, 3, 4, 5, 6, 7].map((version) => ({ version }));
  expect(sortNewestFirst(versions).map(({ version }) => version)).toEqual([7, 6, 5, 4, 3]);
});

test.each([
  [3, 3],
  ['4', 4],
  ['x', undefined],
  ['', undefined],
  [1.5, undefined],
  [null, undefined],
  [0, undefined],
])('version event %o means %o [R4-56]', (payload, version) => {
  expect(parseVersion(payload)).toBe(version);
});
