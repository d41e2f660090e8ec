import { StatusShape } from '../icons/status-shape.tsx';
import * as css from './event-diff.css.ts';
import type { EventRow } from './event-rows.ts';
import type { EventStatus } from './event-status.tsx';

export type EventChange = {
  status: EventStatus;
  before: string;
  /** Several for a copied or split event, empty for a dropped one. */
  after: readonly string[];
  output?: string | undefined;
  message?: string | undefined;
};

type NoteProps = {
  change: EventChange;
  copy: number;
  copies: number;
  text: string | undefined;
  rows: readonly EventRow[];
};

const describeSameLines = (before: string, text: string | undefined): string =>
  before === text
    ? 'The text is the same; from here on it is read as fields.'
    : 'The fields are the same; only their order or formatting changed.';

/** What happened to an event besides its changed lines. */
export function ChangeNote({ change, copy, copies, text, rows }: NoteProps) {
  const { status, message, output, before } = change;
  if (status === 'ERROR')
    return (
      <p className={css.note} data-tone="err">
        <StatusShape shape="octagon" tone="err" size={12} />
        {message ?? 'The node could not process this event.'}
      </p>
    );
  if (status === 'MERGED')
    return <p className={css.note}>Merged here: it leaves as part of a later event.</p>;
  if (status === 'DROPPED') return <p className={css.note}>Dropped here: the event goes no further.</p>;
  const words = [
    copies > 1 ? `${copy} of ${copies} events made from this one.` : '',
    status === 'UNMODIFIED' && copies === 1 ? 'Nothing changed.' : '',
    status === 'MODIFIED' && rows.every(({ kind }) => kind === 'same') ? describeSameLines(before, text) : '',
    output ? `Leaves by ${output}.` : '',
  ].filter(Boolean);
  return words.length > 0 ? <p className={css.note}>{words.join(' ')}</p> : null;
}
