import { useSelector } from '@xstate/react';
import { selectDetailsOf } from '../../../../machines/toasts/index.ts';
import { parseErrorText } from '../../../contract/errors.ts';
import { isForbiddenModalOpen } from '../../actors/shell-state.ts';
import { sendToast, toastsActor } from '../../actors/toasts.ts';
import { useStore } from '../../commands/store.ts';
import { ErrorDetailsDialog } from '../../widgets/dialogs/error-details-dialog.tsx';
import { ForbiddenModal } from '../errors/modals.tsx';

/** 'Error Details', and the modal of refused writes (R2.2-46, R6-42). */
export default function NoticeDialogs() {
  const detailsOf = useSelector(toastsActor, selectDetailsOf);
  const isForbidden = useStore(isForbiddenModalOpen);
  return (
    <>
      <ErrorDetailsDialog
        details={detailsOf && parseErrorText(detailsOf.message)}
        onClose={sendToast.closeDetails}
      />
      <ForbiddenModal open={isForbidden} onClose={() => isForbiddenModalOpen.set(false)} />
    </>
  );
}
