import { useSelector } from '@xstate/react';
import { hasErrorDetails, selectDetailsOf } from '../../../../machines/toasts/index.ts';
import { parseErrorText } from '../../../contract/errors.ts';
import { isForbiddenModalOpen } from '../../actors/shell-state.ts';
import { sendToast, toastsActor, useToasts } from '../../actors/toasts.ts';
import { useStore } from '../../commands/store.ts';
import { useCommand } from '../../commands/use-command.ts';
import { ErrorDetailsDialog } from '../../widgets/dialogs/error-details-dialog.tsx';
import { ToastList } from '../../widgets/toasts/toast-list.tsx';
import { ForbiddenModal } from '../errors/pages.tsx';

/** Toasts, their details, and the modal of refused writes (R2.2-05, R2.2-06, R6-42). */
export function Notices() {
  const toasts = useToasts();
  const detailsOf = useSelector(toastsActor, selectDetailsOf);
  const details = useCommand('console.errorDetails');
  const isForbidden = useStore(isForbiddenModalOpen);
  return (
    <>
      <ToastList
        toasts={toasts.map((toast) => ({
          ...toast,
          message: parseErrorText(toast.message).title,
          hasDetails: hasErrorDetails(toast),
        }))}
        onClose={sendToast.close}
        onHold={sendToast.hold}
        onRelease={sendToast.release}
        onShowDetails={sendToast.openDetails}
        {...(details.keys ? { detailsKeys: details.keys } : {})}
      />
      <ErrorDetailsDialog
        details={detailsOf && parseErrorText(detailsOf.message)}
        onClose={sendToast.closeDetails}
      />
      <ForbiddenModal open={isForbidden} onClose={() => isForbiddenModalOpen.set(false)} />
    </>
  );
}
