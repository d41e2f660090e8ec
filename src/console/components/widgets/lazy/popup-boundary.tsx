import { type ReactNode, Suspense } from 'react';
import { ErrorBoundary } from './error-boundary.tsx';

let reportToShell: (error: unknown) => void = () => undefined;

/** Sets how the shell reports failed popups. */
export function handlePopupErrors(next: (error: unknown) => void): void {
  reportToShell = next;
}

export const reportPopupError = (error: unknown): void => reportToShell(error);

type PopupBoundaryProps = {
  /** Opening again retries. */
  isOpen: boolean;
  /** The owner must mark it closed. */
  onFailed: () => void;
  children: ReactNode;
};

/** Wraps a lazy-loaded popup: if it fails, the screen stays intact. */
export function PopupBoundary({ isOpen, onFailed, children }: PopupBoundaryProps) {
  const fail = (error: unknown) => {
    reportToShell(error);
    onFailed();
  };
  return (
    <ErrorBoundary resetKey={String(isOpen)} fallback={() => null} onError={fail}>
      <Suspense fallback={null}>{children}</Suspense>
    </ErrorBoundary>
  );
}
