import { defineModel } from '../model.ts';
import { alertDeliveryMachine } from './alert-delivery.machine.ts';

const ATTEMPTS_SHOWN = 2;

export const alertDeliveryModel = defineModel({
  name: 'alert delivery',
  machine: alertDeliveryMachine,
  vocabulary: [
    { type: 'attempt.begun' },
    { type: 'attempt.accepted' },
    { type: 'attempt.failed', canRetry: true },
    { type: 'attempt.failed', canRetry: false },
    { type: 'attempt.lost' },
    { type: 'delivery.expired' },
    { type: 'delivery.canceled' },
  ],
  key: ({ value, context }) => `${value} after ${Math.min(context.attempts, ATTEMPTS_SHOWN)}`,
});
