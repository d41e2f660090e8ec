import { createLazyCode } from '../widgets/lazy/lazy-code.ts';

/** Lazy: lists open before they need it. Render inside `Suspense`, a new one in `FormRoom`. */
export const { Component: LateConnectionForm } = createLazyCode(async () => ({
  default: (await import('./ConnectionForm.tsx')).ConnectionForm,
}));
