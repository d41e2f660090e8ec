import { ConfirmDialog } from '../widgets/dialogs/confirm-dialog.tsx';

type StaleDialogProps = {
  open: boolean;
  noun: string;
  onOverwrite: () => void;
  onKeepEditing: () => void;
};

/** Asks when someone else saved since it was read. */
export function StaleDialog({ open, noun, onOverwrite, onKeepEditing }: StaleDialogProps) {
  return (
    <ConfirmDialog
      open={open}
      type="alert"
      title={`${noun} was changed by someone else`}
      message="Overwrite it with what you typed, or keep editing: nothing of yours is lost."
      actionLabel="Overwrite"
      onAction={onOverwrite}
      onCancel={onKeepEditing}
    />
  );
}
