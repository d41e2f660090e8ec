import { type ReactNode, useRef } from 'react';
import type { IconName } from '../../../lib/icons/icon-names.ts';
import { Button, type ButtonVariant } from '../actions/button.tsx';
import { Dialog, type DialogTone } from './dialog.tsx';

export type ConfirmDialogType = 'info' | 'alert' | 'delete' | 'error';

export type ConfirmDialogProps = {
  open: boolean;
  type: ConfirmDialogType;
  title: string;
  /** One sentence: object and consequence. */
  message: ReactNode;
  /** Such as 'Delete 2 pipelines'. Without it there is only Cancel. */
  actionLabel?: string | undefined;
  actionRefusal?: string | undefined;
  cancelLabel?: string | undefined;
  icon?: IconName | undefined;
  onAction?: (() => void) | undefined;
  onCancel: () => void;
  children?: ReactNode;
};

const LOOK: Record<ConfirmDialogType, { tone: DialogTone; icon?: IconName; action: ButtonVariant }> = {
  info: { tone: 'accent', action: 'primary' },
  alert: { tone: 'warn', action: 'primary' },
  delete: { tone: 'err', icon: 'delete', action: 'solidDanger' },
  error: { tone: 'err', action: 'primary' },
};

/** Focuses the action, or Cancel when the action deletes. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const {
    open,
    type,
    title,
    message,
    actionLabel,
    actionRefusal,
    cancelLabel = 'Cancel',
    icon,
    onAction,
    onCancel,
    children,
  } = props;
  const actionRef = useRef<HTMLButtonElement>(null);
  const cancelRef = useRef<HTMLButtonElement>(null);
  const look = LOOK[type];
  const focusCancel = type === 'delete' || actionLabel === undefined;
  return (
    <Dialog
      open={open}
      onClose={onCancel}
      title={title}
      icon={icon ?? look.icon}
      tone={look.tone}
      message={message}
      initialFocus={focusCancel ? cancelRef : actionRef}
      footer={
        <>
          <Button ref={cancelRef} variant="ghost" keys="Escape" onClick={onCancel}>
            {cancelLabel}
          </Button>
          {actionLabel !== undefined && (
            <Button
              ref={actionRef}
              variant={look.action}
              keys={type === 'delete' ? undefined : 'Enter'}
              disabledReason={actionRefusal}
              onClick={onAction}
            >
              {actionLabel}
            </Button>
          )}
        </>
      }
    >
      {children}
    </Dialog>
  );
}
