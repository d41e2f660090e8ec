import { useEffect } from 'react';
import type { Pipeline } from '../../../../contract/entities/pipeline.ts';
import { useStore } from '../../../commands/store.ts';
import { lazyCode } from '../../../widgets/lazy/lazy-code.ts';
import { PopupBoundary } from '../../../widgets/lazy/popup-boundary.tsx';
import { isLifecycleShown } from './open-lifecycle.ts';

const { Component: LifecycleDialog } = lazyCode(() => import('./LifecycleDialog.tsx'));

const close = () => isLifecycleShown.set(false);

/** The place of the lifecycle view; its code comes when it is asked for. */
export function Lifecycle({ pipeline }: { pipeline: Pipeline }) {
  const isShown = useStore(isLifecycleShown);
  useEffect(() => close, []);
  return (
    <PopupBoundary isOpen={isShown} onFailed={close}>
      {isShown && <LifecycleDialog pipeline={pipeline} onClose={close} />}
    </PopupBoundary>
  );
}
