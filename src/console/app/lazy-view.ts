import type { ComponentType } from 'react';
import { createLazyCode } from '../components/widgets/lazy/lazy-code.ts';

export type ViewModule = {
  default: ComponentType;
  /** Prefetches the screen's first data before it renders. */
  prefetch?: (siteId: string) => Promise<unknown>;
};

export type LazyView = {
  Component: ComponentType;
  /** Lazy-loads the code; undefined when loading fails. */
  preload: () => Promise<ViewModule | undefined>;
};

export function createLazyView(load: () => Promise<ViewModule>): LazyView {
  let module: ViewModule | undefined;
  const { Component, preload } = createLazyCode(async () => {
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
