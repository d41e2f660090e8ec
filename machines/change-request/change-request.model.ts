import { defineModel } from '../model.ts';
import { changeRequestMachine } from './change-request.machine.ts';

export const changeRequestModel = defineModel({
  name: 'change request',
  machine: changeRequestMachine,
  vocabulary: [
    { type: 'base.moved' },
    { type: 'base.returned' },
    { type: 'request.merge' },
    { type: 'request.withdraw' },
    { type: 'apply.failed' },
    { type: 'apply.succeeded' },
  ],
  key: ({ value }) => value,
});
