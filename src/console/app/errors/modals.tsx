import { ConfirmDialog } from '../../widgets/dialogs/confirm-dialog.tsx';
import { RENDER_FAILED } from './render-failed.ts';

const reload = () => window.location.reload();

/** The whole console broke while rendering (R8-09 … R8-11). */
const RenderFailedModal = () => (
  <ConfirmDialog open type="error" {...RENDER_FAILED} onAction={reload} onCancel={reload} />
);

export default RenderFailedModal;
