import { type ComponentType, createElement, lazy, useState } from 'react';
import { CALL_TIMEOUT_MS } from '../../contract/limits.ts';

export type ViewModule = {
  default: ComponentType;
  /** Asks for what the screen shows first, before it is drawn. */
  prefetch?: (siteId: string) => Promise<void>;
};

/** Code of a screen that could not be loaded (R8-62); the cause says why. */
export class ChunkLoadError extends Error {
  constructor(cause: unknown) {
    super(`Loading chunk failed: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
    this.name = 'ChunkLoadError';
  }
}

const timeout = (milliseconds: number): Promise<never> =>
  new Promise((_, reject) => {
    setTimeout(() => reject(new Error(`no answer in ${milliseconds / 1000} s`)), milliseconds);
  });

export type LazyView = {
  Component: ComponentType;
  /** Brings the code; undefined when it cannot be had now. */
  preload: () => Promise<ViewModule | undefined>;
};

/** A screen whose code comes when it is needed, or before, by `preload` (R9-19: at most 120 s). */
export function lazyView(load: () => Promise<ViewModule>): LazyView {
  let loaded: ViewModule | undefined;
  const loadOnce = async (): Promise<ViewModule> => {
    loaded ??= await load();
    return loaded;
  };
  const Later = lazy(() =>
    Promise.race([loadOnce(), timeout(CALL_TIMEOUT_MS)]).catch((error: unknown) => {
      throw new ChunkLoadError(error);
    }),
  );
  return {
    // Code that is there is drawn at once: a fallback, once shown, stays for a third of a second.
    Component: () => createElement(useState(() => loaded?.default ?? Later)[0]),
    preload: () => loadOnce().catch(() => undefined),
  };
}
