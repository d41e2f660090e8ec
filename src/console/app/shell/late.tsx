import { type ComponentType, Suspense, useEffect, useState } from 'react';
import { ErrorBoundary } from '../../components/widgets/lazy/error-boundary.tsx';
import { ChunkLoadError } from '../../components/widgets/lazy/lazy-code.ts';
import { reportPopupError } from '../../components/widgets/lazy/popup-boundary.tsx';
import { runAfterFirstContent } from '../first-content.ts';

const RETRY_AFTER_MS = 10_000;

/**
 * Lazy code that the first content does not wait for. Failed loads are retried, for instance while the
 * service restarts, without a notice: the user did not ask for it.
 */
export function Late<Props extends object>({
  Component,
  ...props
}: { Component: ComponentType<Props> } & Props) {
  const [isWanted, setWanted] = useState(false);
  const [failures, setFailures] = useState(0);
  useEffect(() => {
    const want = () => setWanted(true);
    if (failures === 0) return runAfterFirstContent(want);
    const timer = setTimeout(want, RETRY_AFTER_MS);
    return () => clearTimeout(timer);
  }, [failures]);
  const retryLater = (error: unknown) => {
    if (!(error instanceof ChunkLoadError)) return reportPopupError(error);
    setWanted(false);
    setFailures((count) => count + 1);
  };
  return (
    <ErrorBoundary resetKey={`${isWanted}`} fallback={() => null} onError={retryLater}>
      <Suspense fallback={null}>{isWanted && <Component {...(props as unknown as Props)} />}</Suspense>
    </ErrorBoundary>
  );
}
