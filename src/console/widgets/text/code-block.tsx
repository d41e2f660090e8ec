import type { ReactNode } from 'react';
import * as css from './text.css.ts';

type CodeBlockProps = { label: string; text: string /** Usually a `CopyButton`. */; actions?: ReactNode };

/** Text as it is: an event, a raw answer. Scrolls by keyboard when long. */
export function CodeBlock({ label, text, actions }: CodeBlockProps) {
  return (
    <div className={css.code}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard */}
      <pre className={css.codeText} role="region" aria-label={label} tabIndex={0}>
        {text}
      </pre>
      {actions}
    </div>
  );
}
