import { defineModel } from '../model.ts';
import { fileUploadMachine } from './file-upload.machine.ts';

const refusal = Object.assign(new Error('The file is empty'), { fields: { file: 'The file is empty' } });

export const fileUploadModel = defineModel({
  name: 'upload of a file',
  machine: fileUploadMachine,
  vocabulary: [
    { type: 'upload.requested', fields: { name: 'hosts.csv' }, total: 10 },
    { type: 'upload.progressed', sent: 4 },
    { type: 'upload.progressed', sent: 10 },
    { type: 'upload.cancelled' },
    { type: 'input.changed' },
    { type: 'xstate.done.actor.upload', output: undefined },
    { type: 'xstate.error.actor.upload', error: refusal },
  ],
  key: ({ value, context }) => `${String(value)} ${context.sent} ${context.failure?.message ?? '-'}`,
});
