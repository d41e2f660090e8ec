import type { Sink, Source } from '../../../contract/entities/node.ts';
import type { ToastStatus } from '../../../contract/enums.ts';
import type { IconName } from '../../lib/icons/icon-names.ts';

/** Sources and destinations share their screens; these tables hold the differences. */
export type ConnectionKind = 'source' | 'destination';
export type Connection = Source | Sink;

type KindFacts = {
  noun: string;
  /** Until a type is chosen. */
  newTitle: string;
  plural: string;
  icon: IconName;
  toasts: { added: string; updated: string; removed: string };
  dataColumn: { id: string; header: string };
  empty: { title: string; body: string };
};

export const KINDS: Record<ConnectionKind, KindFacts> = {
  source: {
    noun: 'Source',
    newTitle: 'New source',
    plural: 'Sources',
    icon: 'source',
    toasts: {
      added: 'Source added successfully.',
      updated: 'Source updated successfully.',
      removed: 'Source successfully removed.',
    },
    dataColumn: { id: 'dataOutput', header: 'Data Output' },
    empty: {
      title: 'No sources yet',
      body: 'A source is where events come in: a port that listens, a file that is followed, or made-up data.',
    },
  },
  destination: {
    noun: 'Destination',
    newTitle: 'New destination',
    plural: 'Destinations',
    icon: 'destination',
    toasts: {
      added: 'Destination added successfully.',
      updated: 'Destination updated successfully.',
      removed: 'Destination successfully removed.',
    },
    dataColumn: { id: 'dataInput', header: 'Data Input' },
    empty: {
      title: 'No destinations yet',
      body: 'A destination is where events go: a file, another service over HTTP, or nowhere at all.',
    },
  },
};

export type Notify = (notification: {
  message: string;
  status: ToastStatus;
  shouldTimeout?: boolean;
}) => void;
