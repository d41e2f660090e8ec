import { type ReactNode, Suspense } from 'react';
import { ErrorBoundary } from './error-boundary.tsx';

let tell: (error: unknown) => void = () => undefined;

/** The shell says how a popup that broke is told. */
export function handlePopupErrors(next: (error: unknown) => void): void {
  tell = next;
}

/** Tells it; for what loads the code of a popup by itself. */
export const reportPopupError = (error: unknown): void => tell(error);

type PopupBoundaryProps = {
  /** Opening it again tries again. */
  isOpen: boolean;
  /** It must count as closed then. */
  onFailed: () => void;
  children: ReactNode;
};

/** Around a popup whose code comes with the first need: when it breaks, the screen stays as it is (R8-62). */
export function PopupBoundary({ isOpen, onFailed, children }: PopupBoundaryProps) {
  const fail = (error: unknown) => {
    tell(error);
    onFailed();
  };
  return (
    <ErrorBoundary resetKey={String(isOpen)} fallback={() => null} onError={fail}>
      <Suspense fallback={null}>{children}</Suspense>
    </ErrorBoundary>
  );
}
