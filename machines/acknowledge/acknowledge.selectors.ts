import type { SnapshotFrom } from 'xstate';
import { type acknowledgeMachine, isCovered, isOpen, listOpenEntries } from './acknowledge.machine.ts';
import type { AcknowledgeChoice, EntryState } from './acknowledge.types.ts';

export type AcknowledgeSnapshot = SnapshotFrom<typeof acknowledgeMachine>;

/** Undefined for an error that is not listed. */
export function getEntryState(snapshot: AcknowledgeSnapshot, id: string): EntryState | undefined {
  const { context } = snapshot;
  const entry = context.entries.find((one) => one.id === id);
  if (!entry) return undefined;
  const isAsked = context.asked !== undefined && isCovered(context.asked, entry);
  if (!isOpen(context, entry)) return isAsked && snapshot.matches('reopening') ? 'reopening' : 'acknowledged';
  return isAsked && snapshot.matches('acknowledging') ? 'acknowledging' : 'unacknowledged';
}

export const selectIsBusy = (snapshot: AcknowledgeSnapshot): boolean => snapshot.hasTag('busy');

export const selectExpanded = ({ context }: AcknowledgeSnapshot): readonly string[] => context.expanded;

export const countOpenEntries = ({ context }: AcknowledgeSnapshot, choice: AcknowledgeChoice): number =>
  listOpenEntries(context, choice).length;

const BUSY = 'The last acknowledgement is still being saved';
const NOTHING: Record<AcknowledgeChoice['kind'], string> = {
  errors: 'This error is acknowledged already',
  component: 'All errors of this component are acknowledged',
  pipeline: 'No error of this pipeline is unacknowledged in the time range',
  site: 'No error of the site is unacknowledged',
};

/** Undefined when the choice can be acknowledged. */
export function findReason(snapshot: AcknowledgeSnapshot, choice: AcknowledgeChoice): string | undefined {
  if (snapshot.can({ type: 'acknowledge.requested', choice })) return undefined;
  return selectIsBusy(snapshot) ? BUSY : NOTHING[choice.kind];
}

/** Undefined when one of them can be reopened. */
export function findReopenReason(snapshot: AcknowledgeSnapshot, ids: readonly string[]): string | undefined {
  if (snapshot.can({ type: 'unacknowledge.requested', ids })) return undefined;
  return selectIsBusy(snapshot) ? BUSY : 'This error is not acknowledged';
}
