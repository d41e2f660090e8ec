import { ConfirmDialog } from '../widgets/dialogs/confirm-dialog.tsx';

type StaleDialogProps = {
  open: boolean;
  noun: string;
  onOverwrite: () => void;
  onKeepEditing: () => void;
};

/** Asked when what is saved here was saved by someone else since it was read. */
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
