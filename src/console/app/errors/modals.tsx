import { ConfirmDialog } from '../../widgets/dialogs/confirm-dialog.tsx';

const reload = () => window.location.reload();

/** The whole console broke while rendering (R8-09 … R8-11). */
export const RenderFailedModal = () => (
  <ConfirmDialog
    open
    type="error"
    title="Oops, something went wrong!"
    message="Please reload this page to continue."
    actionLabel="Reload"
    onAction={reload}
    onCancel={reload}
  />
);

/** R6-42: a write the user may not do. */
export const ForbiddenModal = ({ open, onClose }: { open: boolean; onClose: () => void }) => (
  <ConfirmDialog
    open={open}
    type="error"
    title="Not authorized"
    message="You are not authorized to perform this action!"
    cancelLabel="Close"
    onCancel={onClose}
  />
);

export default RenderFailedModal;
