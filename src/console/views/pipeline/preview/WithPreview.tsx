import { type ReactNode, Suspense } from 'react';
import { createLazyCode } from '../../../components/widgets/lazy/lazy-code.ts';
import * as css from './preview.css.ts';
import { usePreviewOnScreen } from './preview-context.ts';

const { Component: PreviewPane } = createLazyCode(() => import('./PreviewPane.tsx'));

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
