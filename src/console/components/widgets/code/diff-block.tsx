import { useMemo } from 'react';
import { visuallyHidden } from '../../../../../styles/text.css.ts';
import { CopyButton, type CopyOutcome } from '../actions/copy-button.tsx';
import * as css from './code-block.css.ts';
import { type DiffHunk, type DiffLine, diffOf } from './diff-lines.ts';

type DiffBlockProps = {
  label: string;
  before: string;
  after: string;
  context?: number;
  /** Adds a copy button for the new text. */
  onCopied?: (outcome: CopyOutcome) => void;
};

const SIGNS: Record<DiffLine['kind'], string> = { added: '+', removed: '−', same: ' ' };

const linesText = (count: number, what: string): string =>
  `${count} ${what} ${count === 1 ? 'line' : 'lines'}`;

function Line({ line }: { line: DiffLine }) {
  const { kind, text, before, after } = line;
  return (
    <div className={css.diffLine} data-kind={kind}>
      <span className={css.number} aria-hidden="true">
        {before}
      </span>
      <span className={css.number} aria-hidden="true">
        {after}
      </span>
      <span className={css.sign} aria-hidden="true">
        {SIGNS[kind]}
      </span>
      <code className={css.code}>
        {kind !== 'same' && <span className={visuallyHidden}>{kind}: </span>}
        {`${text}\n`}
      </code>
    </div>
  );
}

const Hunk = ({ hunk }: { hunk: DiffHunk }) => (
  <>
    {hunk.skipped > 0 && <div className={css.skipped}>{linesText(hunk.skipped, 'unchanged')}</div>}
    {hunk.lines.map((line) => (
      <Line key={`${line.before ?? ''}:${line.after ?? ''}`} line={line} />
    ))}
  </>
);

/** A line diff, shown by sign and color and in words for screen readers. */
export function DiffBlock({ label, before, after, context = 3, onCopied }: DiffBlockProps) {
  const { hunks, added, removed } = useMemo(() => diffOf(before, after, context), [before, after, context]);
  return (
    <div className={css.diff}>
      <div className={css.diffHead}>
        <span className={css.diffTitle}>{label}</span>
        {hunks.length > 0 && (
          <span className={css.counts}>
            <span className={visuallyHidden}>
              {linesText(added, 'added')}, {linesText(removed, 'removed')}
            </span>
            <span className={css.countAdded} aria-hidden="true">
              +{added}
            </span>
            <span className={css.countRemoved} aria-hidden="true">
              −{removed}
            </span>
          </span>
        )}
        {onCopied && (
          <span className={css.diffActions}>
            <CopyButton text={after} onOutcome={onCopied} />
          </span>
        )}
      </div>
      {hunks.length === 0 ? (
        <p className={css.same}>No difference</p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling part must be reachable by keyboard
        <div className={css.scroll} role="group" aria-label={label} tabIndex={0}>
          <div className={css.diffText}>
            {hunks.map((hunk) => (
              <Hunk key={hunk.lines[0]?.after ?? `-${hunk.lines[0]?.before}`} hunk={hunk} />
            ))}
          </div>
        </div>
      )}
    </div>
  );
}
