import { useSelector } from '@xstate/react';
import {
  hasErrorDetails,
  type PastNotice,
  selectDetailsOf,
  selectHistory,
  selectIsHistoryOpen,
} from '../../../../machines/toasts/index.ts';
import { noticeTitle, parseErrorText } from '../../../contract/errors.ts';
import { ConfirmDialog } from '../../components/widgets/dialogs/confirm-dialog.tsx';
import { ErrorDetailsDialog } from '../../components/widgets/dialogs/error-details-dialog.tsx';
import { ToastHistory } from '../../components/widgets/toasts/toast-history.tsx';
import { answerConfirm, useConfirmRequest } from '../../state/confirm.ts';
import { notifyCopied, sendToast, toastsActor } from '../../state/toasts.ts';

const toErrorDetails = ({ message, timestamp }: PastNotice) => ({
  ...parseErrorText(message),
  timestamp,
  raw: message,
});

function History() {
  const isOpen = useSelector(toastsActor, selectIsHistoryOpen);
  const history = useSelector(toastsActor, selectHistory);
  return (
    <ToastHistory
      open={isOpen}
      notices={history.toReversed().map((past) => ({
        ...past,
        title: noticeTitle(past.message),
        hasDetails: hasErrorDetails(past),
      }))}
      onClose={sendToast.closeHistory}
      onShowDetails={sendToast.openDetails}
    />
  );
}

function Question() {
  const request = useConfirmRequest();
  return (
    <ConfirmDialog
      open={request !== undefined}
      type={request?.type ?? 'info'}
      title={request?.title ?? ''}
      message={request?.message}
      actionLabel={request?.actionLabel}
      cancelLabel={request?.cancelLabel}
      onAction={answerConfirm.accept}
      onCancel={answerConfirm.cancel}
    />
  );
}

export default function NoticeDialogs() {
  const details = useSelector(toastsActor, selectDetailsOf);
  return (
    <>
      <History />
      <ErrorDetailsDialog
        details={details && toErrorDetails(details)}
        onClose={sendToast.closeDetails}
        onCopied={notifyCopied}
      />
      <Question />
    </>
  );
}
