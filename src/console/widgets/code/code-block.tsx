import { CopyButton, type CopyOutcome } from '../actions/copy-button.tsx';
import { visibleText } from '../text/visible-text.ts';
import * as css from './code-block.css.ts';

type CodeBlockProps = {
  /** What the text is; said of the part that scrolls. */
  label: string;
  text: string;
  /** Long lines go on in the next one, for text that is read, such as a message. */
  wrap?: boolean;
  /** With it a button copies the text; it tells the outcome in the fixed words. */
  onCopied?: (outcome: CopyOutcome) => void;
};

/** Text as it is, with its lines numbered once there are several. Long ones scroll inside, also by keyboard. */
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
              {`${visibleText(line)}\n`}
            </code>
          ))}
        </pre>
      </div>
      {onCopied && <CopyButton text={text} onOutcome={onCopied} />}
    </div>
  );
}
