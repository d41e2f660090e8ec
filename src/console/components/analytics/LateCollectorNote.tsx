import { Suspense } from 'react';
import { createLazyCode } from '../widgets/lazy/lazy-code.ts';

const { Component: CollectorNote } = createLazyCode(() => import('./CollectorNote.tsx'));

/** Loaded on sites on Collectors alone. */
export const LateCollectorNote = () => (
  <Suspense fallback={null}>
    <CollectorNote />
  </Suspense>
);
