import { useEffect } from 'react';
import type { Pipeline } from '../../../../contract/entities/pipeline.ts';
import { createLazyCode } from '../../../components/widgets/lazy/lazy-code.ts';
import { PopupBoundary } from '../../../components/widgets/lazy/popup-boundary.tsx';
import { useStore } from '../../../lib/store.ts';
import { isLifecycleShown } from './open-lifecycle.ts';

const { Component: LifecycleDialog } = createLazyCode(() => import('./LifecycleDialog.tsx'));

const close = () => isLifecycleShown.set(false);

export function Lifecycle({ pipeline }: { pipeline: Pipeline }) {
  const isShown = useStore(isLifecycleShown);
  useEffect(() => close, []);
  return (
    <PopupBoundary isOpen={isShown} onFailed={close}>
      {isShown && <LifecycleDialog pipeline={pipeline} onClose={close} />}
    </PopupBoundary>
  );
}
