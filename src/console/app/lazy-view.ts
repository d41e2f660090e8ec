import { type ComponentType, lazy } from 'react';
import { CALL_TIMEOUT_MS } from '../../contract/limits.ts';

export type ViewModule = { default: ComponentType };

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

export type LazyView = { Component: ComponentType; preload: () => void };

/** A screen whose code comes when it is needed, or before, by `preload` (R9-19: at most 120 s). */
export function lazyView(load: () => Promise<ViewModule>): LazyView {
  const guarded = () =>
    Promise.race([load(), timeout(CALL_TIMEOUT_MS)]).catch((error: unknown) => {
      throw new ChunkLoadError(error);
    });
  return {
    Component: lazy(guarded),
    preload: () => {
      load().catch(() => undefined);
    },
  };
}
