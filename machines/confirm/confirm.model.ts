import { defineModel } from '../model.ts';
import { type ConfirmRequest, confirmMachine } from './confirm.machine.ts';

export const deleteRequest: ConfirmRequest = {
  id: 'delete',
  type: 'delete',
  title: 'Delete Pipelines',
  message: 'Two pipelines stop and are removed.',
  actionLabel: 'Delete 2 pipelines',
};
export const deployRequest: ConfirmRequest = {
  id: 'deploy',
  type: 'info',
  title: 'Deploy Pipeline',
  message: 'Version 15 replaces version 14.',
  actionLabel: 'Deploy',
};
export const noticeRequest: ConfirmRequest = {
  id: 'notice',
  type: 'error',
  title: 'Not possible',
  message: 'The source is used by a pipeline.',
  cancelLabel: 'Close',
};

export const confirmModel = defineModel({
  name: 'confirm',
  machine: confirmMachine,
  vocabulary: [
    { type: 'confirm.asked', request: deployRequest },
    { type: 'confirm.asked', request: deleteRequest },
    { type: 'confirm.asked', request: noticeRequest },
    { type: 'confirm.accepted' },
    { type: 'confirm.cancelled' },
  ],
  key: ({ value, context }) => `${value} ${context.request?.id ?? 'nothing'}`,
});
