import { defineModel } from '../model.ts';
import { type ChangeRequestInput, changeRequestMachine } from './change-request.machine.ts';

export const createChangeRequestModel = (input: ChangeRequestInput) =>
  defineModel({
    name: `change request${input.needsApproval ? ' that needs approval' : ''}`,
    machine: changeRequestMachine,
    input,
    vocabulary: [
      { type: 'base.moved' },
      { type: 'base.returned' },
      { type: 'request.approve' },
      { type: 'approval.withdraw' },
      { type: 'request.rebase' },
      { type: 'request.merge' },
      { type: 'request.withdraw' },
      { type: 'merge.seen' },
      { type: 'apply.failed' },
      { type: 'apply.succeeded' },
    ],
    key: ({ value, context }) => `${value}${context.isApproved ? ', approved' : ''}`,
  });
