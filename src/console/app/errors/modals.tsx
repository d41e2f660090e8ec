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

export default RenderFailedModal;
