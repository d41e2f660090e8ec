import { hasErrorDetails } from '../../../../machines/toasts/index.ts';
import { noticeTitle } from '../../../contract/errors.ts';
import { sendToast, useToasts } from '../../actors/toasts.ts';
import { useCommand } from '../../commands/use-command.ts';
import { ToastList } from '../../widgets/toasts/toast-list.tsx';

/** Toasts (R2.2-05). */
export function Notices() {
  const toasts = useToasts();
  const details = useCommand('console.errorDetails');
  return (
    <ToastList
      toasts={toasts.map((toast) => ({
        ...toast,
        message: noticeTitle(toast.message),
        hasDetails: hasErrorDetails(toast),
      }))}
      onClose={sendToast.close}
      onHold={sendToast.hold}
      onRelease={sendToast.release}
      onShowDetails={sendToast.openDetails}
      {...(details.keys ? { detailsKeys: details.keys } : {})}
    />
  );
}
