import type { ComponentType } from 'react';
import { lazyCode } from '../widgets/lazy/lazy-code.ts';

export type ViewModule = {
  default: ComponentType;
  /** Asks for what the screen shows first, before it is drawn. */
  prefetch?: (siteId: string) => Promise<void>;
};

export type LazyView = {
  Component: ComponentType;
  /** Brings the code; undefined when it cannot be had now. */
  preload: () => Promise<ViewModule | undefined>;
};

/** A screen whose code comes when it is needed, or before, by `preload`. */
export function lazyView(load: () => Promise<ViewModule>): LazyView {
  let module: ViewModule | undefined;
  const { Component, preload } = lazyCode(async () => {
    module = await load();
    return module;
  });
  return {
    Component,
    preload: async () => {
      await preload();
      return module;
    },
  };
}
