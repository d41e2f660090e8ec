import { describe, expect, test } from 'vitest';
import { driveAll } from '../../tests/harness/drive.ts';
import { createActorSut, createPureSut } from '../../tests/harness/machine-suts.ts';
import { makePaths } from '../../tests/harness/paths.ts';
import { lifecycleModel, lifecycleUserEvents } from './pipeline-lifecycle.model.ts';
import {
  applyEvent,
  canDo,
  findReason,
  type LifecycleRow,
  toLifecycleSnapshot,
} from './pipeline-lifecycle.rows.ts';
import { getDisplay } from './pipeline-lifecycle.selectors.ts';

const paths = makePaths(lifecycleModel);
const row = (over: Partial<LifecycleRow> = {}): LifecycleRow => ({
  status: 'DEPLOYED',
  pendingAction: 'NOP',
  deployedGraphVersion: 1,
  latestGraphVersion: 2,
  ...over,
});

describe('every transition of the lifecycle [E1]', () => {
  test('one action at a time; a deployed pipeline has a version', async () => {
    await driveAll(
      paths,
      createPureSut(lifecycleModel, (snapshot) => {
        const { value, context } = snapshot;
        expect(value).not.toBe('RETURNING');
        if (context.pendingAction !== 'NOP') {
          const taken = lifecycleUserEvents.filter((event) => snapshot.can(event)).map(({ type }) => type);
          expect(taken.filter((type) => type !== 'pipeline.cancel')).toEqual([]);
        }
        if (['DEPLOYED', 'ROLLED_BACK', 'PAUSED', 'BYPASSED'].includes(String(value))) {
          expect(context.deployedGraphVersion).toBeGreaterThan(0);
        }
        if (value === 'DELETED') expect(context.pendingAction).toBe('NOP');
      }),
    );
  });

  test('a running actor does the same', async () => {
    await driveAll(paths, createActorSut(lifecycleModel));
  });

  test('a stored row does the same, and every refused event says why', async () => {
    type Row = LifecycleRow;
    const describeRow = (stored: Row) => lifecycleModel.key(toLifecycleSnapshot(stored));
    await driveAll(paths, {
      drives: new Set(lifecycleModel.vocabulary.map((event) => event.type)),
      create: () => {
        let stored = row({ status: 'DEFAULT', deployedGraphVersion: 0, latestGraphVersion: 1 });
        return {
          send: (event) => {
            stored = applyEvent(stored, event as Parameters<typeof applyEvent>[1]);
          },
          read: () => describeRow(stored),
          stored: () => stored,
        };
      },
      project: lifecycleModel.key,
      check: (snapshot, system) => {
        for (const event of lifecycleModel.vocabulary as Parameters<typeof applyEvent>[1][]) {
          const before = system.stored();
          expect(findReason(before, event) === undefined).toBe(snapshot.can(event));
          if (!snapshot.can(event)) expect(applyEvent(before, event)).toBe(before);
        }
      },
    });
  });
});

describe('what the engine reports [E1]', () => {
  test('a failed deployment keeps the earlier version, else the status is Error', () => {
    const pending = applyEvent(row(), { type: 'pipeline.deploy', graphVersion: 2 });
    expect(pending).toMatchObject({ status: 'DEPLOYED', pendingAction: 'DEPLOY', pendingGraphVersion: 2 });
    expect(applyEvent(pending, { type: 'engine.failed' })).toMatchObject({
      status: 'ROLLED_BACK',
      pendingAction: 'NOP',
      deployedGraphVersion: 1,
    });
    const first = row({ status: 'DEFAULT', deployedGraphVersion: 0, pendingAction: 'DEPLOY' });
    expect(applyEvent(first, { type: 'engine.failed' })).toMatchObject({
      status: 'FAILED',
      pendingAction: 'NOP',
    });
  });

  test.each([
    ['PAUSE', 'engine.paused', 'PAUSED'],
    ['BYPASS', 'engine.bypassed', 'BYPASSED'],
    ['DELETE', 'engine.deleted', 'DELETED'],
  ] as const)('%s ends in the status of its own', (pendingAction, type, status) => {
    expect(applyEvent(row({ pendingAction }), { type })).toMatchObject({ status, pendingAction: 'NOP' });
  });

  test('a deployed version is recorded and is no longer pending', () => {
    const pending = applyEvent(row(), { type: 'pipeline.deploy', graphVersion: 2 });
    expect(applyEvent(pending, { type: 'engine.deployed', version: 2 })).toMatchObject({
      status: 'DEPLOYED',
      deployedGraphVersion: 2,
      pendingGraphVersion: 0,
    });
  });

  test('a canceled deployment returns to the previous status, also from a stored row [R4-128]', () => {
    let stored = applyEvent(row({ status: 'PAUSED' }), { type: 'pipeline.deploy', graphVersion: 2 });
    for (const type of ['engine.queued', 'engine.started', 'pipeline.cancel', 'engine.cancelled'] as const) {
      stored = applyEvent(stored, { type });
    }
    expect(stored).toMatchObject({ status: 'PAUSED', pendingAction: 'NOP', deployedGraphVersion: 1 });
  });

  test('an outcome without a pending action changes nothing', () => {
    const stored = row();
    expect(applyEvent(stored, { type: 'engine.paused' })).toBe(stored);
  });
});

describe('reasons', () => {
  test.each([
    [row({ pendingAction: 'DEPLOY' }), 'PAUSE', 'Pipeline is Deploying; wait until it ends or cancel'],
    [row({ pendingAction: 'DEPLOY' }), 'EDIT', 'Pipeline is Deploying; wait until it ends or cancel'],
    [row({ pendingAction: 'CANCEL' }), 'DEPLOY', 'Pipeline is Cancelling; wait until it ends'],
    [
      row({ status: 'DEFAULT', deployedGraphVersion: 0 }),
      'PAUSE',
      'Pipeline is Not Deployed; only a deployed pipeline can be paused',
    ],
    [row({ status: 'FAILED' }), 'BYPASS', 'Pipeline is in error; only a deployed pipeline can be bypassed'],
    [row({ status: 'PAUSED' }), 'PAUSE', 'Pipeline is Paused already'],
    [row({ status: 'PAUSED' }), 'BYPASS', 'Pipeline is Paused; deploy it before it can be bypassed'],
    [row({ status: 'DELETED' }), 'DEPLOY', 'Pipeline is Deleted; nothing can be done with it'],
    [
      row({ status: 'DELETING', pendingAction: 'DELETE' }),
      'CANCEL',
      'Pipeline is Deleting; this can no longer be canceled',
    ],
    [row(), 'CANCEL', 'Nothing to cancel: no action is pending'],
    [row(), 'RESUME', 'Pipeline is Deployed; only a paused or bypassed pipeline can be resumed'],
    [
      row({ status: 'DEFAULT', deployedGraphVersion: 0, latestGraphVersion: 0 }),
      'DEPLOY',
      'Pipeline has no saved version to deploy; save a draft first',
    ],
  ] as const)('%o refuses %s: %s', (stored, intent, reason) => {
    expect(canDo(stored, intent)).toBe(reason);
  });

  test('versions that do not exist are refused by number [R5-24]', () => {
    expect(canDo(row(), 'DEPLOY', 9)).toBe('Version 9 does not exist; the latest is 2');
    expect(canDo(row(), 'DEPLOY', 0)).toBe('Invalid Graph version received or invalid pipeline id');
    expect(canDo(row(), 'DEPLOY', 1)).toBe(true);
  });

  test('a paused or bypassed pipeline is resumed by deploying its version [R4-127]', () => {
    expect(canDo(row({ status: 'PAUSED' }), 'RESUME')).toBe(true);
    expect(canDo(row({ status: 'BYPASSED' }), 'RESUME')).toBe(true);
  });
});

test('no state is without a display [R4-03 … R4-18]', () => {
  for (const snapshot of paths.states.values()) {
    const status = String(snapshot.value) as LifecycleRow['status'];
    expect(getDisplay({ status, pendingAction: snapshot.context.pendingAction }).label).not.toBe('');
  }
});
