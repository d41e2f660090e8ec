import { ConfirmDialog } from '../../components/widgets/dialogs/confirm-dialog.tsx';
import { RENDER_FAILED } from './render-failed.ts';

const reload = () => window.location.reload();

const RenderFailedModal = () => (
  <ConfirmDialog open type="error" {...RENDER_FAILED} onAction={reload} onCancel={reload} />
);

export default RenderFailedModal;
