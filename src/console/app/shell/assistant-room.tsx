import { Suspense, useEffect } from 'react';
import { getCommandHost } from '../../commands/runtime.ts';
import { ErrorBoundary } from '../../components/widgets/lazy/error-boundary.tsx';
import { ChunkLoadError, createLazyCode } from '../../components/widgets/lazy/lazy-code.ts';
import { reportPopupError } from '../../components/widgets/lazy/popup-boundary.tsx';
import { takeHeldText } from '../../lib/held-keys.ts';
import { useStore } from '../../lib/store.ts';
import { isAssistantOpen } from '../../state/assistant-panel.ts';
import { flagsOn } from '../../state/flags.ts';

const panel = createLazyCode(async () => {
  const load = () => import('../../views/assistant/AssistantPanel.tsx');
  const [module] = await Promise.all([load(), getCommandHost().registry.complete()]);
  return module;
});
const { Component: RenderFailedModal } = createLazyCode(() => import('../errors/modals.tsx'));

/** The code can be requested again; the panel closes. */
function closeWithoutCode(error: unknown): void {
  takeHeldText('assistant');
  if (!(error instanceof ChunkLoadError)) return;
  reportPopupError(error);
  isAssistantOpen.set(false);
}

/** The assistant beside the shell, which gets narrower, or in front of its right edge. */
export function AssistantRoom() {
  const isOff = useStore(flagsOn)?.has('chatAssistantTransform') === false;
  const isWanted = useStore(isAssistantOpen);
  const isOpen = isWanted && !isOff;
  // The assistant was turned off while open, or its key was pressed before that was known.
  useEffect(() => {
    if (!isOff || !isWanted) return;
    takeHeldText('assistant');
    isAssistantOpen.set(false);
  }, [isOff, isWanted]);
  return (
    <ErrorBoundary
      resetKey={String(isOpen)}
      fallback={(error) =>
        error instanceof ChunkLoadError ? null : (
          <Suspense fallback={null}>
            <RenderFailedModal />
          </Suspense>
        )
      }
      onError={closeWithoutCode}
    >
      <Suspense fallback={null}>{isOpen && <panel.Component />}</Suspense>
    </ErrorBoundary>
  );
}
