import { notify } from '../../actors/toasts.ts';
import { Button } from '../../widgets/actions/button.tsx';
import { CopyButton } from '../../widgets/actions/copy-button.tsx';
import { Dialog } from '../../widgets/dialogs/dialog.tsx';
import * as css from './access.css.ts';

/** A key that was just made: nobody can read it again. */
export function KeyShown({ name, apiKey, onClose }: { name: string; apiKey: string; onClose: () => void }) {
  return (
    <Dialog
      open
      onClose={onClose}
      title={`API key '${name}'`}
      icon="command"
      message="Copy it now: it is not stored and cannot be shown again."
      footer={
        <span className={css.keyFoot}>
          <CopyButton
            text={apiKey}
            label="Copy key"
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
      <div className={css.keyBody}>
        <code className={css.key}>{apiKey}</code>
        <p className={css.note}>
          Send it as <code>Authorization: Bearer …</code> with each request to this service.
        </p>
      </div>
    </Dialog>
  );
}
