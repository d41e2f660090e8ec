import { type KeyboardEvent, useEffect, useRef } from 'react';
import { visuallyHidden } from '../../../../styles/text.css.ts';
import type { ExplainEntry } from '../../../contract/entities/explain.ts';
import { DAY_SECONDS } from '../../../contract/limits.ts';
import { useCall } from '../../api/use-call.ts';
import { formatClock, formatDateTime, formatTime } from '../../lib/format.ts';
import { useStore } from '../../lib/store.ts';
import { goTo } from '../../state/location.tsx';
import { useSites } from '../../state/sites.ts';
import { Button } from '../widgets/actions/button.tsx';
import { formatTimeSpan } from '../widgets/charts/time-ticks.ts';
import { Dialog } from '../widgets/dialogs/dialog.tsx';
import { ErrorPanel } from '../widgets/feedback/error-panel.tsx';
import { Skeleton } from '../widgets/feedback/skeleton.tsx';
import { StatusShape } from '../widgets/icons/status-shape.tsx';
import { buildEntryLink, getEntryLook, KIND_NAMES } from './entry-look.ts';
import * as css from './explain.css.ts';
import { type Explained, explained } from './explain-store.ts';

/** The list below has the same as text. */
function TimeAxis({ range, entries }: { range: Explained; entries: readonly ExplainEntry[] }) {
  const { start, end } = range;
  return (
    <div aria-hidden="true" className={css.axis}>
      <span className={css.axisTime}>{formatClock(new Date(start * 1000))}</span>
      {entries.map((entry, index) => (
        <span
          // biome-ignore lint/suspicious/noArrayIndexKey: two things may happen in one second
          key={`${entry.at}/${index}`}
          className={css.point}
          style={{ left: `${((entry.at - start) / Math.max(1, end - start)) * 100}%` }}
        >
          <StatusShape {...getEntryLook(entry)} />
        </span>
      ))}
      <span className={css.axisTime}>{formatClock(new Date(end * 1000))}</span>
    </div>
  );
}

const WALK: Record<string, number> = { ArrowDown: 1, j: 1, ArrowUp: -1, k: -1 };

function EntryList({
  range,
  entries,
  siteId,
}: {
  range: Explained;
  entries: readonly ExplainEntry[];
  siteId: string;
}) {
  const list = useRef<HTMLUListElement>(null);
  // The entries load after the dialog opens, so focus the first link here.
  useEffect(() => list.current?.querySelector('a')?.focus(), []);
  const isLong = range.end - range.start > DAY_SECONDS;
  const walk = (event: KeyboardEvent<HTMLElement>) => {
    const step = WALK[event.key];
    if (step === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    const links = [...(list.current?.querySelectorAll('a') ?? [])];
    const to = links[links.indexOf(event.currentTarget as HTMLAnchorElement) + step];
    event.preventDefault();
    event.stopPropagation();
    to?.focus();
  };
  return (
    <ul ref={list} className={css.list} aria-label="What changed">
      {entries.map((entry, index) => {
        const to = buildEntryLink(entry, siteId);
        const at = new Date(entry.at * 1000);
        const who = entry.by === '' ? '' : `by ${entry.by}`;
        const more = [entry.detail, who].filter((text) => text !== '').join(', ');
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: two things may happen in one second
          <li key={`${entry.at}/${index}`}>
            <a
              href={to}
              className={css.link}
              onKeyDown={walk}
              onClick={(event) => {
                if (event.metaKey || event.ctrlKey || event.shiftKey) return;
                // Same path: let the browser load the page, since an open screen keeps its version.
                if (to.startsWith(`${window.location.pathname}?`)) return;
                event.preventDefault();
                explained.set(undefined);
                goTo(to);
              }}
            >
              <time className={css.time} dateTime={at.toISOString()}>
                {isLong ? formatDateTime(at) : formatTime(at)}
              </time>
              <span className={css.shape}>
                <StatusShape {...getEntryLook(entry)} />
              </span>
              <span className={css.words}>
                <span>
                  <span className={visuallyHidden}>{KIND_NAMES[entry.kind]}: </span>
                  {entry.title}
                </span>
                {more !== '' && <span className={css.more}>{more}</span>}
              </span>
            </a>
          </li>
        );
      })}
    </ul>
  );
}

function Content({ range, siteId }: { range: Explained; siteId: string }) {
  const { start, end, pipelineId } = range;
  const { data, error, refetch } = useCall(
    'explain',
    {
      query: {
        siteId,
        ...(pipelineId === undefined ? {} : { pipelineIds: [pipelineId] }),
        'timeRange.startUnixTimeSeconds': start,
        'timeRange.endUnixTimeSeconds': end,
      },
    },
    { isSuppressed: true },
  );
  if (error)
    return (
      <ErrorPanel
        title="What changed could not be read"
        cause={error.message}
        onRetry={() => void refetch()}
      />
    );
  if (!data) return <Skeleton width="80%" label="what changed" />;
  const { entries, isCut } = data;
  return (
    <>
      <TimeAxis range={range} entries={entries} />
      {entries.length === 0 ? (
        <p className={css.empty}>
          Nothing changed in this time: no deployment, no edit, no new error, nothing went silent or stopped.
        </p>
      ) : (
        <EntryList range={range} entries={entries} siteId={siteId} />
      )}
      {isCut && (
        <p className={css.more}>Only the newest {entries.length} are listed; choose a shorter time.</p>
      )}
    </>
  );
}

export default function ExplainDialog() {
  const range = useStore(explained);
  const { site } = useSites();
  const close = () => explained.set(undefined);
  if (!range || !site) return null;
  return (
    <Dialog
      open
      onClose={close}
      title="What changed"
      icon="history"
      wide
      message={`${formatTimeSpan(range.start * 1000, range.end * 1000)}, ${range.pipelineId === undefined ? `site ${site.name}` : 'this pipeline'}. Each leads to how it was then.`}
      footer={<Button onClick={close}>Close</Button>}
    >
      <Content range={range} siteId={site.id} />
    </Dialog>
  );
}
