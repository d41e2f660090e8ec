import { memo } from 'react';
import { rowTight } from '../../../../styles/layout.css.ts';
import { levelLook } from '../../parts/errors/error-level.ts';
import type { OpenCounts } from '../../parts/errors/open-counts.ts';
import * as list from '../../parts/list-page.css.ts';
import { formatExact } from '../../widgets/format.ts';
import { StatusShape } from '../../widgets/icons/status-shape.tsx';

const WORDS = [
  { level: 'ERROR', count: 'errors', one: 'error', many: 'errors' },
  { level: 'WARN', count: 'warnings', one: 'warning', many: 'warnings' },
  { level: 'INFO', count: 'infos', one: 'info', many: 'info' },
] as const;

/** How many kinds of each level nobody acknowledged; levels without any are left out. */
export const ErrorCounts = memo(function ErrorCounts({ counts }: { counts: OpenCounts }) {
  return (
    <div className={list.counts}>
      {WORDS.filter(({ count }) => counts[count] > 0).map(({ level, count, one, many }) => (
        <span key={level} className={rowTight}>
          <StatusShape {...levelLook(level)} />
          {formatExact(counts[count])} {counts[count] === 1 ? one : many}
        </span>
      ))}
    </div>
  );
});
