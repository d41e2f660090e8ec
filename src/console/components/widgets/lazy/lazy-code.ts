import { type ComponentType, createElement, lazy, useState } from 'react';
import { CALL_TIMEOUT_MS } from '../../../../contract/limits.ts';
import { getErrorMessage } from '../../../../contract/values.ts';

/** Code or a style failed to load; see `cause`. */
export class ChunkLoadError extends Error {
  readonly reason: string;
  /** Makes the next attempt use the network; called by the catcher. */
  readonly forget: () => void;

  constructor(cause: unknown, forget: () => void) {
    const reason = getErrorMessage(cause);
    super(`Loading chunk failed: ${reason}`, { cause });
    this.name = 'ChunkLoadError';
    this.reason = reason;
    this.forget = forget;
  }
}

const rejectAfter = (milliseconds: number): Promise<never> =>
  new Promise((_, reject) => {
    setTimeout(() => reject(new Error(`no answer in ${milliseconds / 1000} s`)), milliseconds);
  });

/** A failed style has no rules, or unreadable ones. */
function isLost({ sheet }: HTMLLinkElement): boolean {
  try {
    return (sheet?.cssRules.length ?? 0) === 0;
  } catch {
    return true;
  }
}

/** The bundler requests each style only once. */
async function renewStyles(): Promise<void> {
  await Promise.all(
    [...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')].filter(isLost).map(
      (link) =>
        new Promise<void>((resolve, reject) => {
          const again = document.createElement('link');
          again.rel = 'stylesheet';
          again.href = link.href;
          // Keep the original meanwhile: it may just be late, and others wait for its events.
          again.onload = () => {
            if (isLost(link)) link.remove();
            resolve();
          };
          again.onerror = () => {
            again.remove();
            reject(new Error(`Unable to load ${link.href}`));
          };
          link.after(again);
        }),
    ),
  );
}

type CodeModule<P> = { default: ComponentType<P> };

export type LazyCode<P> = {
  Component: ComponentType<P>;
  /** @throws ChunkLoadError */
  load: () => Promise<CodeModule<P>>;
  /** Loads ahead of use; ignores failures. */
  preload: () => Promise<void>;
};

/** Loading times out after 120 s. */
export function createLazyCode<P extends object>(load: () => Promise<CodeModule<P>>): LazyCode<P> {
  let loaded: CodeModule<P> | undefined;
  let hasFailed = false;
  const loadOnce = async (): Promise<CodeModule<P>> => {
    if (loaded) return loaded;
    try {
      if (hasFailed) await renewStyles();
      loaded = await load();
      return loaded;
    } catch (error) {
      hasFailed = true;
      throw error;
    }
  };
  const loadInTime = (): Promise<CodeModule<P>> =>
    Promise.race([loadOnce(), rejectAfter(CALL_TIMEOUT_MS)]).catch((error: unknown) => {
      throw new ChunkLoadError(error, () => {
        later = lazy(loadInTime);
      });
    });
  let later: ComponentType<P> = lazy(loadInTime);
  return {
    // Render loaded code at once: React keeps a shown Suspense fallback for a third of a second.
    Component: (props: P) => createElement(useState(() => loaded?.default ?? later)[0], props),
    load: loadInTime,
    preload: () =>
      loadOnce().then(
        () => undefined,
        () => undefined,
      ),
  };
}
