import type { ReactNode } from 'react';
import { notify } from '../../actors/toasts.ts';
import { Button } from '../../widgets/actions/button.tsx';
import { CopyButton } from '../../widgets/actions/copy-button.tsx';
import { Dialog } from '../../widgets/dialogs/dialog.tsx';
import type { IconName } from '../../widgets/icons/icon-table.ts';
import * as css from './shown-once.css.ts';

type ShownOnceProps = {
  title: string;
  icon: IconName;
  /** Why it has to be kept now. */
  message: string;
  /** The secret, or the command that holds it. */
  text: string;
  copyLabel: string;
  /** What it is used for. */
  note?: ReactNode;
  onClose: () => void;
};

/** A secret that was just made: nobody can read it again, so it is shown whole and can be copied. */
export function ShownOnce({ title, icon, message, text, copyLabel, note, onClose }: ShownOnceProps) {
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      icon={icon}
      message={message}
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
        <code className={css.secret}>{text}</code>
        {note && <p className={css.note}>{note}</p>}
      </div>
    </Dialog>
  );
}
