import { lazy, Suspense, useCallback, useState } from 'react';
import { IconButton } from '../../widgets/actions/button.tsx';
import * as css from './sidebar.css.ts';

const Drawer = lazy(() => import('./drawer.tsx'));

/** Where the sidebar has no room, it is behind this button. */
export function DrawerButton() {
  const [isOpen, setOpen] = useState(false);
  const [wasOpen, setWasOpen] = useState(false);
  const close = useCallback(() => setOpen(false), []);
  return (
    <span className={css.menuButton}>
      <IconButton
        icon="list"
        label="Menu"
        variant="ghost"
        size="small"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => {
          setWasOpen(true);
          setOpen(true);
        }}
      />
      <Suspense fallback={null}>{wasOpen && <Drawer open={isOpen} onClose={close} />}</Suspense>
    </span>
  );
}
