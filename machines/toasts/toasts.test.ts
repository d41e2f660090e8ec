import { describe, expect, test } from 'vitest';
import { createActor } from 'xstate';
import { noticeTitle } from '../../src/contract/errors.ts';
import { driveAll } from '../../tests/harness/drive.ts';
import { createActorSut, createPureSut } from '../../tests/harness/machine-suts.ts';
import { makePaths } from '../../tests/harness/paths.ts';
import {
  hasErrorDetails,
  type NewToast,
  selectDetailsOf,
  selectHistory,
  selectNextExpiry,
  selectToasts,
  toastsMachine,
} from './toasts.machine.ts';
import { savedToast, stayingToast, toastsModel } from './toasts.model.ts';

const paths = makePaths(toastsModel);

test('every transition: toasts stay distinct and timed [E13]', async () => {
  await driveAll(
    paths,
    createPureSut(toastsModel, ({ context }) => {
      const ids = context.toasts.map(({ id }) => id);
      expect(new Set(ids).size).toBe(ids.length);
      for (const toast of context.toasts) {
        expect(toast.expiresAt !== undefined).toBe(toast.shouldTimeout && toast.heldBy.length === 0);
        expect(toast.heldFor !== undefined).toBe(toast.shouldTimeout && toast.heldBy.length > 0);
        expect(context.history.map(({ id }) => id)).toContain(toast.id);
      }
    }),
  );
  await driveAll(paths, createActorSut(toastsModel));
});

describe('toasts', () => {
  const start = () => {
    const actor = createActor(toastsMachine).start();
    const notify = (toast: NewToast, now: number) => actor.send({ type: 'toast.notify', toast, now });
    return { actor, notify, shown: () => selectToasts(actor.getSnapshot()) };
  };

  test('leave after 5000 ms, unless they are to stay [R4-110, R4-111, R9-21]', () => {
    const { actor, notify, shown } = start();
    notify(savedToast, 100);
    notify(stayingToast, 100);
    expect(selectNextExpiry(actor.getSnapshot())).toBe(5100);
    actor.send({ type: 'clock.ticked', now: 5099 });
    expect(shown()).toHaveLength(2);
    actor.send({ type: 'clock.ticked', now: 5100 });
    expect(shown().map(({ message }) => message)).toEqual([stayingToast.message]);
    expect(selectNextExpiry(actor.getSnapshot())).toBeUndefined();
  });

  test('merge with the same one, with a new time, unless forced [R4-113, R4-114]', () => {
    const { notify, shown } = start();
    notify(savedToast, 100);
    notify(savedToast, 900);
    expect(shown()).toMatchObject([{ timestamp: 900, expiresAt: 5900 }]);
    notify({ ...savedToast, status: 'info' }, 1000);
    notify({ ...savedToast, forceDuplicate: true }, 1000);
    expect(shown()).toHaveLength(3);
  });

  test('are six at most: the oldest leaves [R9-21]', () => {
    const { notify, shown } = start();
    for (let number = 1; number <= 7; number += 1) notify({ message: `${number}`, status: 'info' }, number);
    expect(shown().map(({ message }) => message)).toEqual(['2', '3', '4', '5', '6', '7']);
  });

  test('have an id, message, status, time and two switches [R3-66]', () => {
    const { notify, shown } = start();
    notify({ message: 'Saved', status: 'success' }, 100);
    notify({ message: 'Lost', status: 'error', shouldTimeout: false, showTimestamp: false }, 200);
    const [saved, lost] = shown();
    expect(saved).toMatchObject({
      id: 'toast-1',
      message: 'Saved',
      status: 'success',
      timestamp: 100,
      shouldTimeout: true,
      showTimestamp: true,
    });
    expect(lost).toMatchObject({ id: 'toast-2', shouldTimeout: false, showTimestamp: false });
  });

  test('can be closed, also those that are to stay [R4-112]', () => {
    const { actor, notify, shown } = start();
    notify(stayingToast, 100);
    expect(shown()).toHaveLength(1);
    actor.send({ type: 'toast.close', id: 'toast-1' });
    expect(shown()).toEqual([]);
  });

  test('wait while they are held, then have the time that was left', () => {
    const { actor, notify, shown } = start();
    notify(savedToast, 0);
    actor.send({ type: 'toast.hold', id: 'toast-1', by: 'pointer', now: 3000 });
    actor.send({ type: 'clock.ticked', now: 60_000 });
    expect(shown()).toHaveLength(1);
    actor.send({ type: 'toast.release', id: 'toast-1', by: 'pointer', now: 60_000 });
    expect(selectNextExpiry(actor.getSnapshot())).toBe(62_000);
  });

  test('stay held by the pointer without the focus, and the reverse', () => {
    const { actor, notify } = start();
    notify(savedToast, 0);
    const send = (type: 'toast.hold' | 'toast.release', by: 'pointer' | 'focus', now: number) => {
      actor.send({ type, id: 'toast-1', by, now });
      return selectNextExpiry(actor.getSnapshot());
    };
    expect(send('toast.hold', 'pointer', 1000)).toBeUndefined();
    expect(send('toast.hold', 'focus', 2000)).toBeUndefined();
    expect(send('toast.release', 'focus', 3000)).toBeUndefined();
    expect(send('toast.release', 'pointer', 4000)).toBe(8000);
  });

  test('are remembered when they are gone: the last 100, merged ones once', () => {
    const { actor, notify } = start();
    const past = () => selectHistory(actor.getSnapshot());
    notify(savedToast, 100);
    notify(savedToast, 900);
    actor.send({ type: 'toast.close', id: 'toast-1' });
    expect(past()).toMatchObject([{ message: savedToast.message, timestamp: 900, count: 2 }]);
    actor.send({ type: 'toast.details.open', id: 'toast-1' });
    expect(selectDetailsOf(actor.getSnapshot())?.message).toBe(savedToast.message);
    for (let number = 1; number <= 100; number += 1) notify({ message: `${number}`, status: 'info' }, number);
    expect(past()).toHaveLength(100);
    expect(past()[0]?.message).toBe('1');
  });

  test('have details when they carry causes or are long [R2.2-47]', () => {
    expect(hasErrorDetails({ message: 'Saved' })).toBe(false);
    expect(hasErrorDetails({ message: JSON.stringify({ Error: 'No', Resolutions: 'Try again' }) })).toBe(
      true,
    );
    expect(hasErrorDetails({ message: 'x'.repeat(101) })).toBe(true);
  });

  test('are titled by the first line, 100 characters and then … [R8-35, R8-36, R9-60]', () => {
    expect(noticeTitle('x'.repeat(100))).toBe('x'.repeat(100));
    expect(noticeTitle('x'.repeat(101))).toBe(`${'x'.repeat(100)}…`);
    expect(noticeTitle('Broken\nby a line')).toBe('Broken');
    expect(noticeTitle(JSON.stringify({ Error: 'No route', 'Possible causes': 'DNS' }))).toBe('No route');
  });
});
