import type { ReactNode } from 'react';
import type { IconName } from '../../lib/icons/icon-names.ts';
import { notify } from '../../state/toasts.ts';
import { Button } from '../widgets/actions/button.tsx';
import { CopyButton } from '../widgets/actions/copy-button.tsx';
import { Dialog } from '../widgets/dialogs/dialog.tsx';
import * as css from './shown-once.css.ts';

type ShownOnceProps = {
  title: string;
  icon: IconName;
  /** Why it must be saved now. */
  message: string;
  text: string;
  copyLabel: string;
  note?: ReactNode;
  onClose: () => void;
};

export function ShownOnce({ title, icon, message, text, copyLabel, note, onClose }: ShownOnceProps) {
  const isScript = text.includes('\n');
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      icon={icon}
      message={message}
      wide={isScript}
      footer={
        <span className={css.foot}>
          <CopyButton
            text={text}
            label={copyLabel}
            onOutcome={(outcome) =>
              notify({
                message: outcome.message,
                status: outcome.ok ? 'success' : 'error',
                shouldTimeout: true,
              })
            }
          />
          <Button variant="primary" onClick={onClose}>
            Done
          </Button>
        </span>
      }
    >
      <div className={css.body}>
        {isScript ? (
          // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so that the keyboard must reach it
          <section className={css.script} tabIndex={0} aria-label="Command">
            <pre className={css.lines}>
              <code className={css.code}>{text}</code>
            </pre>
          </section>
        ) : (
          <code className={css.secret}>{text}</code>
        )}
        {note && <p className={css.note}>{note}</p>}
      </div>
    </Dialog>
  );
}
