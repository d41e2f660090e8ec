import { getNextSnapshot, type SnapshotFrom } from 'xstate';
import type { ChangesetStatus } from '../../src/contract/enums.ts';
import { type ChangeRequestEvent, changeRequestMachine } from './change-request.machine.ts';

type ChangeRequestSnapshot = SnapshotFrom<typeof changeRequestMachine>;
export type ChangeRequestState = ChangeRequestSnapshot['value'];

/** Displayed state: an approved or conflicting open request has its own. */
export type RequestFace = {
  status: ChangesetStatus;
  hasConflict: boolean;
  needsApproval: boolean;
  /** Who approved the current branch content, or empty. */
  approvedBy: string;
};

export const getRequestState = ({ status, hasConflict, approvedBy }: RequestFace): ChangeRequestState => {
  if (status !== 'OPEN') return status;
  if (hasConflict) return 'CONFLICT';
  return approvedBy === '' ? 'OPEN' : 'APPROVED';
};

function next(face: RequestFace, event: ChangeRequestEvent): ChangeRequestState | undefined {
  const value = getRequestState(face);
  const context = { needsApproval: face.needsApproval, isApproved: face.approvedBy !== '' };
  const before = changeRequestMachine.resolveState({ value, context });
  return before.can(event) ? getNextSnapshot(changeRequestMachine, before, event).value : undefined;
}

/** The status to store after the event; undefined if not accepted. */
export function applyRequestEvent(face: RequestFace, event: ChangeRequestEvent): ChangesetStatus | undefined {
  const after = next(face, event);
  return after === 'CONFLICT' || after === 'APPROVED' ? 'OPEN' : after;
}

const ENDED: Partial<Record<ChangeRequestState, string>> = {
  MERGED: 'This pull request is merged already',
  FAILED: 'This pull request is merged already',
  CLOSED: 'This pull request is closed',
};

const CONFLICT =
  'The base has moved: something that this pull request changes was changed since. Rebase it onto what is stored now, or withdraw it';
const UNAPPROVED = 'This site asks for two people: someone else has to approve this pull request first';
const OWN = 'This site asks for two people: nobody approves their own change';

const takes = (face: RequestFace, type: ChangeRequestEvent['type']): boolean =>
  next(face, { type }) !== undefined;

/** Why the request cannot be merged; undefined if it can. */
export function mergeRefusal(face: RequestFace): string | undefined {
  if (takes(face, 'request.merge')) return undefined;
  const state = getRequestState(face);
  return ENDED[state] ?? (state === 'CONFLICT' ? CONFLICT : UNAPPROVED);
}

/** Why the person cannot approve it; undefined if they can. `isOwn`: they contributed to it. */
export function approveRefusal(face: RequestFace & { isOwn: boolean }): string | undefined {
  const state = getRequestState(face);
  if (state === 'APPROVED') return `This pull request is approved already, by ${face.approvedBy}`;
  if (!takes(face, 'request.approve')) return ENDED[state] ?? CONFLICT;
  return face.needsApproval && face.isOwn ? OWN : undefined;
}

/** Why the person cannot withdraw an approval; undefined if they can. `isApprover`: it is theirs. */
export function unapproveRefusal(face: RequestFace & { isApprover: boolean }): string | undefined {
  if (!takes(face, 'approval.withdraw'))
    return ENDED[getRequestState(face)] ?? 'Nobody has approved what is on the branch of this pull request';
  return face.isApprover ? undefined : `Only ${face.approvedBy} can take this approval back`;
}

/** Why no request can undo it; undefined if one can. */
export function revertRefusal(face: RequestFace): string | undefined {
  const state = getRequestState(face);
  if (state === 'MERGED' || state === 'FAILED') return undefined;
  return state === 'CLOSED'
    ? 'This pull request was withdrawn: it changed nothing'
    : 'Only a merged pull request can be reverted; withdraw this one';
}

/** Why it cannot be rebased; undefined if it can. */
export function rebaseRefusal(face: RequestFace): string | undefined {
  if (takes(face, 'request.rebase')) return undefined;
  return (
    ENDED[getRequestState(face)] ?? 'The base of this pull request has not moved: there is nothing to rebase'
  );
}

/** Why the request cannot be withdrawn; undefined if it can. */
export const withdrawRefusal = (face: RequestFace): string | undefined =>
  takes(face, 'request.withdraw') ? undefined : ENDED[getRequestState(face)];
