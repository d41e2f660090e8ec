import { Dialog, DialogDismiss } from '@ariakit/react';
import { type ReactNode, useEffect } from 'react';
import { IconButton } from '../../components/widgets/actions/button.tsx';
import * as dialogCss from '../../components/widgets/dialogs/dialog.css.ts';
import { swallowEscape } from '../../components/widgets/keys/swallow-escape.ts';
import { useShownLocation } from '../../state/location.tsx';
import * as css from './sidebar.css.ts';

type DrawerProps = { open: boolean; onClose: () => void; children: ReactNode };

export default function Drawer({ open, onClose, children }: DrawerProps) {
  const { path } = useShownLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: close when the path changes
  useEffect(() => onClose, [path]);
  return (
    <Dialog
      open={open}
      onClose={onClose}
      unmountOnHide
      hideOnEscape={swallowEscape}
      backdrop={<div className={dialogCss.backdrop} />}
      className={css.drawer}
      aria-label="Main"
    >
      <DialogDismiss
        className={css.drawerClose}
        render={<IconButton icon="close" label="Close the menu" variant="ghost" size="small" />}
      />
      {children}
    </Dialog>
  );
}
