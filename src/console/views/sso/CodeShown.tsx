import { notify } from '../../actors/toasts.ts';
import { Button } from '../../widgets/actions/button.tsx';
import { CopyButton } from '../../widgets/actions/copy-button.tsx';
import { Dialog } from '../../widgets/dialogs/dialog.tsx';
import * as css from './sso.css.ts';

/** The fallback code that was just made: nobody can read it again. */
export function CodeShown({ code, onClose }: { code: string; onClose: () => void }) {
  return (
    <Dialog
      open
      onClose={onClose}
      title="Fallback code"
      icon="command"
      message="Keep it where you find it when the identity provider fails: it cannot be shown again."
      footer={
        <span className={css.codeFoot}>
          <CopyButton
            text={code}
            label="Copy code"
            onOutcome={({ ok, message }) =>
              notify({ message, status: ok ? 'success' : 'error', shouldTimeout: true })
            }
          />
          <Button variant="primary" onClick={onClose}>
            Done
          </Button>
        </span>
      }
    >
      <div className={css.codeBody}>
        <code className={css.code}>{code}</code>
        <p>It signs in the local administrator on the sign-in page.</p>
      </div>
    </Dialog>
  );
}
