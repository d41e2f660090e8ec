import { useEffect } from 'react';
import { useStore } from '../../lib/store.ts';
import { createLazyCode } from '../widgets/lazy/lazy-code.ts';
import { PopupBoundary } from '../widgets/lazy/popup-boundary.tsx';
import { closeUpload, uploadWindow } from './upload-window.ts';

const { Component: UploadDialog } = createLazyCode(() => import('./UploadDialog.tsx'));

export function UploadPlace() {
  const shown = useStore(uploadWindow);
  useEffect(() => closeUpload, []);
  return (
    <PopupBoundary isOpen={shown !== undefined} onFailed={closeUpload}>
      {shown && <UploadDialog of={shown} onClose={closeUpload} />}
    </PopupBoundary>
  );
}
