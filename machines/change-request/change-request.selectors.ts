import { getNextSnapshot, type SnapshotFrom } from 'xstate';
import type { ChangesetStatus } from '../../src/contract/enums.ts';
import { type ChangeRequestEvent, changeRequestMachine } from './change-request.machine.ts';

type ChangeRequestSnapshot = SnapshotFrom<typeof changeRequestMachine>;
export type ChangeRequestState = ChangeRequestSnapshot['value'];

/** What a pull request shows: an open one with a conflict is in a state of its own. */
export type RequestFace = { status: ChangesetStatus; hasConflict: boolean };

export const getRequestState = ({ status, hasConflict }: RequestFace): ChangeRequestState =>
  status === 'OPEN' && hasConflict ? 'CONFLICT' : status;

const next = (state: ChangeRequestState, event: ChangeRequestEvent): ChangeRequestState =>
  getNextSnapshot(changeRequestMachine, changeRequestMachine.resolveState({ value: state }), event).value;

/** The status to store after the event; undefined when the state does not take it. */
export function applyRequestEvent(face: RequestFace, event: ChangeRequestEvent): ChangesetStatus | undefined {
  const state = getRequestState(face);
  const after = next(state, event);
  if (after === state) return undefined;
  return after === 'CONFLICT' ? 'OPEN' : after;
}

const ENDED: Partial<Record<ChangeRequestState, string>> = {
  MERGED: 'This pull request is merged already',
  FAILED: 'This pull request is merged already',
  CLOSED: 'This pull request is closed',
};

const CONFLICT =
  'The base has moved: a pipeline of this pull request was changed since. Withdraw it, and raise the change again from the newest version';

/** Why the request cannot be merged; undefined when it can. */
export function mergeRefusal(face: RequestFace): string | undefined {
  if (applyRequestEvent(face, { type: 'request.merge' }) !== undefined) return undefined;
  return ENDED[getRequestState(face)] ?? CONFLICT;
}

/** Why the request cannot be withdrawn; undefined when it can. */
export const withdrawRefusal = (face: RequestFace): string | undefined =>
  applyRequestEvent(face, { type: 'request.withdraw' }) === undefined
    ? ENDED[getRequestState(face)]
    : undefined;
