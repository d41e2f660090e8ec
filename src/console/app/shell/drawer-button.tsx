import { type ReactNode, useCallback, useState } from 'react';
import { IconButton } from '../../components/widgets/actions/button.tsx';
import { createLazyCode } from '../../components/widgets/lazy/lazy-code.ts';
import { PopupBoundary } from '../../components/widgets/lazy/popup-boundary.tsx';
import * as css from './sidebar.css.ts';

const drawer = createLazyCode(async () => (await import('../popups.ts')).POPUPS.drawer());

export function DrawerButton({ children }: { children: ReactNode }) {
  const [isOpen, setOpen] = useState(false);
  const [wasOpen, setWasOpen] = useState(false);
  const close = useCallback(() => setOpen(false), []);
  const fail = () => {
    setOpen(false);
    setWasOpen(false);
  };
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
      <PopupBoundary isOpen={isOpen} onFailed={fail}>
        {wasOpen && (
          <drawer.Component open={isOpen} onClose={close}>
            {children}
          </drawer.Component>
        )}
      </PopupBoundary>
    </span>
  );
}
