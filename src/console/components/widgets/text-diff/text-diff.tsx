import { useMemo } from 'react';
import { visuallyHidden } from '../../../../../styles/text.css.ts';
import * as css from './text-diff.css.ts';
import { diffLines } from './text-lines.ts';

const WORDS = { added: 'Added: ', removed: 'Removed: ', same: '', skipped: '' } as const;

type TextDiffProps = { label: string; before: string; after: string };

/** Changed lines with context. */
export function TextDiff({ label, before, after }: TextDiffProps) {
  const lines = useMemo(() => diffLines(before, after), [before, after]);
  if (!lines) return <p className={css.quiet}>The texts are too long to compare here.</p>;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so that the keyboard must reach it
    <section className={css.text} tabIndex={0} aria-label={label}>
      <pre className={css.lines}>
        {lines.map(({ kind, text }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines of one text in their order
          <span key={at} className={css.lineOf[kind]}>
            {WORDS[kind] !== '' && <span className={visuallyHidden}>{WORDS[kind]}</span>}
            {text === '' ? ' ' : text}
          </span>
        ))}
      </pre>
    </section>
  );
}
