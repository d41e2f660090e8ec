import { useMemo } from 'react';
import { countUtf8Bytes } from '../../../lib/event-text.ts';
import { BytesStrip, formatByteCount } from './bytes-strip.tsx';
import { ChangeNote, type EventChange } from './change-note.tsx';
import * as css from './event-diff.css.ts';
import { EventLine, getSideKind, listSides, type OnField } from './event-line.tsx';
import { diffEventRows, type EventRow } from './event-rows.ts';

export type { EventChange };

type EventDiffProps = {
  /** Such as 'Event 7 at Drop health probes'. */
  label: string;
  change: EventChange;
  /** `unified` is for narrow places. */
  layout: 'split' | 'unified';
  /** Default: 'Before' and 'After'. */
  titles?: readonly [before: string, after: string];
  from?: string | undefined;
  to?: string | undefined;
  /** Turns field names into buttons. */
  onField?: OnField | undefined;
};

type RowsProps = { rows: readonly EventRow[]; onField: OnField | undefined };

type HeadProps = { title: string; where: string | undefined; bytes: number | undefined };

const Head = ({ title, where, bytes }: HeadProps) => (
  <span className={css.headLine}>
    {title}
    {where && <span className={css.headWhere}>{where}</span>}
    <span className={css.headBytes}>{bytes === undefined ? 'nothing' : formatByteCount(bytes)}</span>
  </span>
);

function Split({ rows, heads, onField }: RowsProps & { heads: readonly HeadProps[] }) {
  return (
    <table className={css.table}>
      <thead>
        <tr>
          {heads.map((head) => (
            <th key={head.title} scope="col" className={css.columnHead}>
              <Head {...head} />
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.key}>
            {(['before', 'after'] as const).map((side) => (
              <td key={side} className={css.cell} data-kind={getSideKind(row, side)}>
                <EventLine row={row} side={side} onField={onField} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Unified({ rows, onField }: RowsProps) {
  return (
    <div className={css.table}>
      {rows.flatMap((row) =>
        listSides(row).map((side) => (
          <div key={`${row.key} ${side}`} className={css.cell} data-kind={getSideKind(row, side)}>
            <EventLine row={row} side={side} onField={onField} />
          </div>
        )),
      )}
    </div>
  );
}

/** An event before and after a node: fields of an object, or words of a raw line. */
export function EventDiff(props: EventDiffProps) {
  const { label, change, layout, titles = ['Before', 'After'], from, to, onField } = props;
  const { before, after } = change;
  const outcomes = useMemo(
    () =>
      (after.length > 0 ? after : [undefined]).map((text) => ({
        text,
        rows: diffEventRows(before, text),
      })),
    [before, after],
  );
  return (
    <div className={css.diff}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling part must be reachable by keyboard */}
      <div className={css.scroll} role="group" aria-label={label} tabIndex={0}>
        {outcomes.map(({ text, rows }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: what an event became has an order and no identity
          <div key={index}>
            <ChangeNote change={change} copy={index + 1} copies={outcomes.length} text={text} rows={rows} />
            {layout === 'split' ? (
              <Split
                rows={rows}
                onField={onField}
                heads={[
                  { title: titles[0], where: from, bytes: countUtf8Bytes(before) },
                  {
                    title: titles[1],
                    where: to,
                    bytes: text === undefined ? undefined : countUtf8Bytes(text),
                  },
                ]}
              />
            ) : (
              <Unified rows={rows} onField={onField} />
            )}
          </div>
        ))}
      </div>
      <BytesStrip before={before} after={after} />
    </div>
  );
}
