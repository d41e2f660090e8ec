import { useEffect } from 'react';
import { useStore } from '../../commands/store.ts';
import { lazyCode } from '../../widgets/lazy/lazy-code.ts';
import { PopupBoundary } from '../../widgets/lazy/popup-boundary.tsx';
import { closeUpload, uploadWindow } from './upload-window.ts';

const { Component: UploadDialog } = lazyCode(() => import('./UploadDialog.tsx'));

/** The place of the window for uploads on a screen; its code comes when it is asked for. */
export function UploadPlace() {
  const shown = useStore(uploadWindow);
  useEffect(() => closeUpload, []);
  return (
    <PopupBoundary isOpen={shown !== undefined} onFailed={closeUpload}>
      {shown && <UploadDialog of={shown} onClose={closeUpload} />}
    </PopupBoundary>
  );
}
