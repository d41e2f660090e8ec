import { rowTight } from '../../../../styles/layout.css.ts';
import { getLevelLook } from '../../components/errors/error-level.ts';
import type { ErrorTally } from '../../components/errors/error-tally.ts';
import * as list from '../../components/list-page/list-page.css.ts';
import { StatusShape } from '../../components/widgets/icons/status-shape.tsx';
import { formatCount, formatFigure } from '../../lib/format.ts';

const WORDS = [
  { level: 'ERROR', part: 'errors', one: 'error', many: 'errors' },
  { level: 'WARN', part: 'warnings', one: 'warning', many: 'warnings' },
] as const;

/** Occurrences per level that are not acknowledged, and those that are; empty ones are left out. */
export function ErrorCounts({ tally }: { tally: ErrorTally }) {
  const acknowledged = tally.acknowledged.occurrences;
  return (
    <div className={list.counts}>
      {WORDS.filter(({ part }) => tally[part].occurrences > 0).map(({ level, part, one, many }) => (
        <span key={level} className={rowTight}>
          <StatusShape {...getLevelLook(level)} />
          {formatFigure(formatCount(tally[part].occurrences))} {tally[part].occurrences === 1 ? one : many}
        </span>
      ))}
      {acknowledged > 0 && <span>{formatFigure(formatCount(acknowledged))} acknowledged</span>}
    </div>
  );
}
