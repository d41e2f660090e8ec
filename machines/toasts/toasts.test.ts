import { describe, expect, test } from 'vitest';
import { createActor } from 'xstate';
import { driveAll } from '../../tests/harness/drive.ts';
import { actorSut, pureSut } from '../../tests/harness/machine-suts.ts';
import { makePaths } from '../../tests/harness/paths.ts';
import { type NewToast, toastsMachine } from './toasts.machine.ts';
import { savedToast, stayingToast, toastsModel } from './toasts.model.ts';
import { hasErrorDetails, selectNextExpiry, selectToasts } from './toasts.selectors.ts';

const paths = makePaths(toastsModel);

test('every transition of the toasts keeps them distinct and timed (E13)', async () => {
  await driveAll(
    paths,
    pureSut(toastsModel, ({ context }) => {
      const ids = context.toasts.map(({ id }) => id);
      expect(new Set(ids).size).toBe(ids.length);
      for (const toast of context.toasts) {
        expect(toast.expiresAt !== undefined || toast.heldFor !== undefined).toBe(toast.shouldTimeout);
      }
    }),
  );
  await driveAll(paths, actorSut(toastsModel));
});

describe('toasts', () => {
  const start = () => {
    const actor = createActor(toastsMachine).start();
    const notify = (toast: NewToast, now: number) => actor.send({ type: 'toast.notify', toast, now });
    return { actor, notify, shown: () => selectToasts(actor.getSnapshot()) };
  };

  test('leave after 5000 ms, unless they are to stay (R4-110, R4-111, R9-21)', () => {
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

  test('merge with the same one, with a new time, unless forced (R4-113, R4-114)', () => {
    const { notify, shown } = start();
    notify(savedToast, 100);
    notify(savedToast, 900);
    expect(shown()).toMatchObject([{ timestamp: 900, expiresAt: 5900 }]);
    notify({ ...savedToast, status: 'info' }, 1000);
    notify({ ...savedToast, forceDuplicate: true }, 1000);
    expect(shown()).toHaveLength(3);
  });

  test('are six at most: the oldest leaves (R9-21)', () => {
    const { notify, shown } = start();
    for (let number = 1; number <= 7; number += 1) notify({ message: `${number}`, status: 'info' }, number);
    expect(shown().map(({ message }) => message)).toEqual(['2', '3', '4', '5', '6', '7']);
  });

  test('wait while they are held, and then have the time that was left', () => {
    const { actor, notify, shown } = start();
    notify(savedToast, 0);
    actor.send({ type: 'toast.hold', id: 'toast-1', now: 3000 });
    actor.send({ type: 'clock.ticked', now: 60_000 });
    expect(shown()).toHaveLength(1);
    actor.send({ type: 'toast.release', id: 'toast-1', now: 60_000 });
    expect(selectNextExpiry(actor.getSnapshot())).toBe(62_000);
  });

  test('have details when they carry causes or are long (R2.2-47)', () => {
    expect(hasErrorDetails({ message: 'Saved' })).toBe(false);
    expect(hasErrorDetails({ message: JSON.stringify({ Error: 'No', Resolutions: 'Try again' }) })).toBe(
      true,
    );
    expect(hasErrorDetails({ message: 'x'.repeat(101) })).toBe(true);
  });
});
