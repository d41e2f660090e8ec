import { notify } from '../../actors/toasts.ts';
import { Button } from '../../widgets/actions/button.tsx';
import { CopyButton } from '../../widgets/actions/copy-button.tsx';
import { Dialog } from '../../widgets/dialogs/dialog.tsx';
import * as css from './sites.css.ts';

/** The address under which this page was opened is the one an engine on the same machine reaches, at the least. */
const commandOf = (token: string): string =>
  `npm run engine -- --join ${window.location.origin} --token ${token}`;

const isLoopback = () => ['localhost', '127.0.0.1', '[::1]'].includes(window.location.hostname);

type JoinShownProps = { name: string; token: string; onClose: () => void };

/** A join token that was just made: nobody can read it again. */
export function JoinShown({ name, token, onClose }: JoinShownProps) {
  const command = commandOf(token);
  return (
    <Dialog
      open
      onClose={onClose}
      title={`Join '${name}'`}
      icon="server"
      message="Run this on the other machine within an hour. The token is good once; it is not stored and cannot be shown again."
      footer={
        <span className={css.joinFoot}>
          <CopyButton
            text={command}
            label="Copy command"
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
      <div className={css.joinBody}>
        <code className={css.command}>{command}</code>
        {isLoopback() && (
          <p className={css.note}>
            This address is of this machine alone. From another one the engine needs that under which it
            reaches the service, https://… (PENSTOCK_PUBLIC_URL).
          </p>
        )}
      </div>
    </Dialog>
  );
}
