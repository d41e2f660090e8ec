import { tone as toneClass } from '../../../../../styles/text.css.ts';
import { Icon } from '../icons/icon.tsx';
import { StatusShape } from '../icons/status-shape.tsx';
import * as css from './event-diff.css.ts';

export type EventStatus = 'MODIFIED' | 'UNMODIFIED' | 'DROPPED' | 'MERGED' | 'ERROR';

export const EVENT_STATUSES: readonly EventStatus[] = [
  'MODIFIED',
  'UNMODIFIED',
  'DROPPED',
  'MERGED',
  'ERROR',
];

export const STATUS_WORDS: Record<EventStatus, string> = {
  MODIFIED: 'Modified',
  UNMODIFIED: 'Unmodified',
  DROPPED: 'Dropped',
  MERGED: 'Merged',
  ERROR: 'Error',
};

function Shape({ status }: { status: EventStatus }) {
  if (status === 'MODIFIED') return <Icon name="edit" size="s" className={toneClass.accent} />;
  if (status === 'UNMODIFIED') return <Icon name="minus" size="s" className={toneClass.text3} />;
  if (status === 'MERGED') return <Icon name="merge" size="s" className={toneClass.text2} />;
  return status === 'DROPPED' ? (
    <StatusShape shape="deleted" tone="text2" />
  ) : (
    <StatusShape shape="octagon" tone="err" />
  );
}

export const EventStatusMark = ({ status }: { status: EventStatus }) => (
  <span className={css.status} data-status={status}>
    <Shape status={status} />
    {STATUS_WORDS[status]}
  </span>
);
