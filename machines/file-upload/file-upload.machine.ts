import { assign, fromPromise, type SnapshotFrom, setup } from 'xstate';
import { getErrorMessage } from '../../src/contract/values.ts';

/** Name and type of a new file, or the id it replaces. */
export type UploadFields = Record<string, string>;

export type UploadFailure = { message: string; fields: Record<string, string> };

export type FileUploadContext = {
  fields: UploadFields;
  sent: number;
  total: number;
  failure: UploadFailure | undefined;
};

export type FileUploadEvent =
  | { type: 'upload.requested'; fields: UploadFields; total: number }
  | { type: 'upload.progressed'; sent: number }
  | { type: 'upload.cancelled' }
  | { type: 'input.changed' };

const toUploadFailure = (error: unknown): UploadFailure => {
  const fields: unknown = error instanceof Error && 'fields' in error ? error.fields : undefined;
  const named = typeof fields === 'object' && fields !== null ? Object.entries(fields) : [];
  return {
    message: getErrorMessage(error),
    fields: Object.fromEntries(named.map(([name, message]) => [name, String(message)])),
  };
};

/** One upload at a time, cancelable while sending. An error stays until the user changes something. */
export const fileUploadMachine = setup({
  types: { context: {} as FileUploadContext, events: {} as FileUploadEvent },
  actors: {
    upload: fromPromise<void, UploadFields>(() => Promise.reject(new Error('provide upload'))),
  },
  actions: { finish: () => undefined },
}).createMachine({
  id: 'fileUpload',
  context: { fields: {}, sent: 0, total: 0, failure: undefined },
  initial: 'ready',
  states: {
    ready: {
      on: {
        'upload.requested': {
          target: 'sending',
          actions: assign(({ event }) => ({
            fields: event.fields,
            total: event.total,
            sent: 0,
            failure: undefined,
          })),
        },
        'input.changed': { actions: assign({ failure: undefined }) },
      },
    },
    sending: {
      tags: 'busy',
      invoke: {
        id: 'upload',
        src: 'upload',
        input: ({ context }) => context.fields,
        onDone: { target: 'done', actions: 'finish' },
        onError: {
          target: 'ready',
          actions: assign(({ event }) => ({ failure: toUploadFailure(event.error), sent: 0 })),
        },
      },
      on: {
        'upload.progressed': {
          // A late progress report never moves the bar backward.
          actions: assign(({ context, event }) => ({
            sent: Math.min(context.total, Math.max(context.sent, event.sent)),
          })),
        },
        'upload.cancelled': { target: 'ready', actions: assign({ sent: 0 }) },
      },
    },
    done: { type: 'final' },
  },
});

export type FileUploadSnapshot = SnapshotFrom<typeof fileUploadMachine>;

/** True also while the service checks the file. */
export const selectIsSending = (snapshot: FileUploadSnapshot): boolean => snapshot.hasTag('busy');

/** Whole percent; undefined while the total is unknown. */
export function selectPercent({ context: { sent, total } }: FileUploadSnapshot): number | undefined {
  return total === 0 ? undefined : Math.floor((sent / total) * 100);
}

/** All bytes are sent; the service checks the content. */
export const selectIsChecked = (snapshot: FileUploadSnapshot): boolean =>
  selectIsSending(snapshot) && snapshot.context.sent === snapshot.context.total;
