import { memo } from 'react';
import { rowTight } from '../../../../styles/layout.css.ts';
import { getLevelLook } from '../../components/errors/error-level.ts';
import type { OpenCounts } from '../../components/errors/open-counts.ts';
import * as list from '../../components/list-page/list-page.css.ts';
import { StatusShape } from '../../components/widgets/icons/status-shape.tsx';
import { formatExact } from '../../lib/format.ts';

const WORDS = [
  { level: 'ERROR', count: 'errors', one: 'error', many: 'errors' },
  { level: 'WARN', count: 'warnings', one: 'warning', many: 'warnings' },
  { level: 'INFO', count: 'infos', one: 'info', many: 'info' },
] as const;

/** Unacknowledged error kinds per level; empty levels are left out. */
export const ErrorCounts = memo(function ErrorCounts({ counts }: { counts: OpenCounts }) {
  return (
    <div className={list.counts}>
      {WORDS.filter(({ count }) => counts[count] > 0).map(({ level, count, one, many }) => (
        <span key={level} className={rowTight}>
          <StatusShape {...getLevelLook(level)} />
          {formatExact(counts[count])} {counts[count] === 1 ? one : many}
        </span>
      ))}
    </div>
  );
});
