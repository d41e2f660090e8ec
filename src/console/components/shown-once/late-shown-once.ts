import { useEffect } from 'react';
import { createLazyCode } from '../widgets/lazy/lazy-code.ts';
import { usePainted } from '../widgets/lazy/use-painted.ts';

const { Component, preload } = createLazyCode(async () => ({
  default: (await import('./ShownOnce.tsx')).ShownOnce,
}));

/** Render inside a boundary for lazy code, on a screen that calls `useShownOnceAhead`. */
export const LateShownOnce = Component;

/**
 * Loads the window once the screen is painted: a secret is shown only once, so its window must not be
 * missing.
 */
export function useShownOnceAhead(): void {
  const isPainted = usePainted();
  useEffect(() => {
    if (isPainted) void preload();
  }, [isPainted]);
}
