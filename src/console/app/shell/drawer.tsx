import { Dialog, DialogDismiss } from '@ariakit/react';
import { useEffect } from 'react';
import { IconButton } from '../../widgets/actions/button.tsx';
import * as dialogCss from '../../widgets/dialogs/dialog.css.ts';
import { swallowEscape } from '../../widgets/keys/swallow-escape.ts';
import { useShownLocation } from '../location.tsx';
import * as css from './sidebar.css.ts';
import { SidebarContent } from './sidebar.tsx';

/** The sidebar of a window too narrow for it. Going somewhere closes it. */
export default function Drawer({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { path } = useShownLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: it closes when the path changes
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
      <SidebarContent />
    </Dialog>
  );
}
