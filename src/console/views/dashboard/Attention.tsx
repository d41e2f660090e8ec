import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { Link } from 'wouter';
import { quietLink, visuallyHidden } from '../../../../styles/text.css.ts';
import { usePublishScope } from '../../commands/scopes.ts';
import { CommandButton } from '../../components/commands/CommandButton.tsx';
import { ConnectionWindows } from '../../components/connection-windows/ConnectionWindows.tsx';
import { HEALTH_LOOKS } from '../../components/health/health-look.ts';
import type { SiteHealth } from '../../components/health/use-health.ts';
import { FateSwatch } from '../../components/widgets/fates/fate-swatch.tsx';
import { StatusShape } from '../../components/widgets/icons/status-shape.tsx';
import { CountBadge } from '../../components/widgets/status/badge.tsx';
import { focusContentWhenThere } from '../../lib/focus-content.ts';
import { paths } from '../../lib/paths.ts';
import * as css from './attention.css.ts';
import { type AttentionRow, listAttentionRows } from './attention.ts';
import type { SiteFlow } from './use-site-flow.ts';

/** Further rows are counted here, and shown by Monitoring. */
const MOST = 5;

/** The first helps most; the others are in the key bar too. */
const SHOWN_FIXES = 2;

type RowProps = {
  row: AttentionRow;
  isCursor: boolean;
  /** Keys act on the cursor row while the list has the focus. */
  hasKeys: boolean;
  onFocus: () => void;
};

function Row({ row, isCursor, hasKeys, onFocus }: RowProps) {
  const { label, shape, tone } = HEALTH_LOOKS[row.state];
  const { facts } = row;
  return (
    <li
      className={css.row}
      data-row={row.pipelineId}
      data-cursor={isCursor ? '' : undefined}
      data-live={hasKeys ? '' : undefined}
      aria-current={isCursor ? 'true' : undefined}
      tabIndex={isCursor ? 0 : -1}
      onFocus={onFocus}
    >
      <StatusShape shape={shape} tone={tone} />
      <div className={css.text}>
        <p className={css.said}>
          <strong className={css.subject}>{row.subject}:</strong>{' '}
          <span className={visuallyHidden}>{label}, </span>
          {row.reason}
          {row.more > 0 && <span className={css.more}> and {row.more} more</span>}
        </p>
        {facts && (
          <p className={css.facts}>
            {facts.waiting && (
              <span className={css.fact}>
                <FateSwatch fate="waiting" />
                {facts.waiting}
              </span>
            )}
            {facts.lost && <span>{facts.lost}</span>}
            {facts.since && <span className={css.more}>{facts.since}</span>}
          </p>
        )}
      </div>
      <span className={css.fixes}>
        {row.fixes.slice(0, SHOWN_FIXES).map((fix, at) => (
          <CommandButton
            key={fix.command}
            id={fix.command}
            args={fix.args}
            size="small"
            hideKeys={!hasKeys}
            {...(hasKeys && at === 0 ? { variant: 'primary' as const } : {})}
          />
        ))}
        {row.fixes.length === 0 && (
          <Link href={paths.pipeline(row.pipelineId)} className={quietLink}>
            Open
          </Link>
        )}
      </span>
    </li>
  );
}

/** Pipelines in trouble with reason and remedy; renders nothing without any. */
export function Attention({ health, flow, note }: { health: SiteHealth; flow: SiteFlow; note: string }) {
  const rows = useMemo(
    () => listAttentionRows(health.pipelines, health.components, flow.flows),
    [health.pipelines, health.components, flow.flows],
  );
  const list = useRef<HTMLUListElement>(null);
  const [cursorId, setCursorId] = useState<string>();
  const [hasFocus, setHasFocus] = useState(false);
  const shown = rows.slice(0, MOST);
  const at = Math.max(
    0,
    shown.findIndex(({ pipelineId }) => pipelineId === cursorId),
  );
  const cursor = shown[at];
  // Stable, as published values must be.
  const move = useCallback((by: 1 | -1) => {
    const current = list.current?.querySelector('[data-cursor]');
    const next = by === 1 ? current?.nextElementSibling : current?.previousElementSibling;
    if (next instanceof HTMLElement) next.focus();
  }, []);
  usePublishScope('dashboard.attention', cursor && { row: cursor, move });
  const isThere = cursor !== undefined;
  useEffect(() => (isThere ? focusContentWhenThere() : undefined), [isThere]);
  if (!cursor) return null;
  return (
    <section aria-label="Needs attention" className={css.section}>
      <div className={css.head}>
        <h2 className={css.heading}>
          Needs attention <CountBadge count={rows.length} />
        </h2>
        <span className={css.note}>{note}</span>
      </div>
      <ul
        ref={list}
        className={css.rows}
        data-command-scope="dashboard.attention"
        data-main-content=""
        onFocus={() => setHasFocus(true)}
        onBlur={() => setHasFocus(false)}
      >
        {shown.map((row) => (
          <Row
            key={row.pipelineId}
            row={row}
            isCursor={row === cursor}
            hasKeys={hasFocus && row === cursor}
            onFocus={() => setCursorId(row.pipelineId)}
          />
        ))}
      </ul>
      {rows.length > MOST && (
        <p className={css.rest}>
          <Link href={paths.monitoring()} className={quietLink}>
            {rows.length - MOST} more on Monitoring
          </Link>
        </p>
      )}
      <ConnectionWindows />
    </section>
  );
}
