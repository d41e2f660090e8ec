import { createLazyCode } from '../widgets/lazy/lazy-code.ts';

/** The form without its code: lists open before they need it. Render inside `Suspense`, a new one in `FormRoom`. */
export const { Component: LateConnectionForm } = createLazyCode(async () => ({
  default: (await import('./ConnectionForm.tsx')).ConnectionForm,
}));
