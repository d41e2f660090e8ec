import { type ReactNode, Suspense } from 'react';
import { lazyCode } from '../../../widgets/lazy/lazy-code.ts';
import * as css from './preview.css.ts';
import { usePreviewOnScreen } from './preview-context.ts';

const { Component: PreviewPane } = lazyCode(() => import('./PreviewPane.tsx'));

/** The graph, with the preview below it over the same width while that is open. */
export function WithPreview({ children }: { children: ReactNode }) {
  const { isWide } = usePreviewOnScreen();
  return (
    <div className={css.work} data-preview={isWide ? '' : undefined}>
      {children}
      {isWide && (
        <Suspense fallback={<div className={css.wide} />}>
          <PreviewPane isDocked />
        </Suspense>
      )}
    </div>
  );
}
