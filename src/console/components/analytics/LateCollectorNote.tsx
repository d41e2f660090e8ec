import { Suspense } from 'react';
import { createLazyCode } from '../widgets/lazy/lazy-code.ts';

const { Component: CollectorNote } = createLazyCode(() => import('./CollectorNote.tsx'));

/** Loaded only on Collector sites. */
export const LateCollectorNote = () => (
  <Suspense fallback={null}>
    <CollectorNote />
  </Suspense>
);
