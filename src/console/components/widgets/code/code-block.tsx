import { CopyButton, type CopyOutcome } from '../actions/copy-button.tsx';
import { escapeHiddenCharacters } from '../text/visible-text.ts';
import * as css from './code-block.css.ts';

type CodeBlockProps = {
  label: string;
  text: string;
  /** Wraps long lines, for prose such as messages. */
  wrap?: boolean;
  /** Adds a copy button. */
  onCopied?: (outcome: CopyOutcome) => void;
};

/** Lines are numbered if there are several. */
export function CodeBlock({ label, text, wrap = false, onCopied }: CodeBlockProps) {
  const lines = text.replace(/\r?\n$/, '').split(/\r?\n/);
  return (
    <div className={css.block}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling part must be reachable by keyboard */}
      <div className={css.scroll} role="group" aria-label={label} tabIndex={0}>
        <pre
          className={css.text}
          data-wrap={wrap ? '' : undefined}
          data-single={lines.length === 1 ? '' : undefined}
        >
          {lines.map((line, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a line is its place
            <code key={index} className={css.line}>
              {`${escapeHiddenCharacters(line)}\n`}
            </code>
          ))}
        </pre>
      </div>
      {onCopied && <CopyButton text={text} onOutcome={onCopied} />}
    </div>
  );
}
