import { useEffect } from 'react';
import { useStore } from '../../lib/store.ts';
import { createLazyCode } from '../widgets/lazy/lazy-code.ts';
import { PopupBoundary } from '../widgets/lazy/popup-boundary.tsx';
import { closeConnectionWindow, connectionWindow } from './connection-window.ts';

const { Component: ConnectionTestDialog } = createLazyCode(() => import('./ConnectionTestDialog.tsx'));
const { Component: InUseDialog } = createLazyCode(() => import('./InUseDialog.tsx'));

export function ConnectionWindows() {
  const shown = useStore(connectionWindow);
  useEffect(() => closeConnectionWindow, []);
  return (
    <PopupBoundary isOpen={shown !== undefined} onFailed={closeConnectionWindow}>
      {shown?.kind === 'test' && (
        <ConnectionTestDialog subject={shown.subject} onClose={closeConnectionWindow} />
      )}
      {shown?.kind === 'inUse' && <InUseDialog of={shown.of} onClose={closeConnectionWindow} />}
    </PopupBoundary>
  );
}
