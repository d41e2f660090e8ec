import { expect, test } from 'vitest';
import { driveAll } from '../../tests/harness/drive.ts';
import { createActorSut, createPureSut } from '../../tests/harness/machine-suts.ts';
import { makePaths } from '../../tests/harness/paths.ts';
import {
  type AlertDeliveryEvent,
  applyDeliveryEvent,
  computeRetryDelay,
  isEndedDelivery,
} from './alert-delivery.machine.ts';
import { alertDeliveryModel } from './alert-delivery.model.ts';

test('every transition: an ended delivery stays, a try is counted once', async () => {
  const paths = makePaths(alertDeliveryModel);
  await driveAll(
    paths,
    createPureSut(alertDeliveryModel, ({ value, context, status }) => {
      expect(status === 'done').toBe(isEndedDelivery(value));
      expect(value === 'SENT' || value === 'SENDING' ? context.attempts > 0 : true).toBe(true);
      const stored = { state: value, ...context };
      for (const event of alertDeliveryModel.vocabulary as AlertDeliveryEvent[]) {
        const next = applyDeliveryEvent(stored, event);
        expect(next.attempts - context.attempts).toBe(next.state === 'SENDING' && next !== stored ? 1 : 0);
        if (status === 'done') expect(next).toBe(stored);
      }
    }),
  );
  await driveAll(paths, createActorSut(alertDeliveryModel));
});

test('delays double up to 15 minutes; a receiver may ask for an hour', () => {
  expect([1, 2, 3, 7, 8, 100].map((attempts) => computeRetryDelay(attempts) / 1000)).toEqual([
    10, 20, 40, 640, 900, 900,
  ]);
  expect(computeRetryDelay(1, 60_000)).toBe(60_000);
  expect(computeRetryDelay(1, 1000)).toBe(10_000);
  expect(computeRetryDelay(1, 1e12)).toBe(3600_000);
});
