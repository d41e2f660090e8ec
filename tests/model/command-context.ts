import type { Actors } from '../../src/console/actors/types.ts';
import type { ContextBase } from '../../src/console/commands/runtime.ts';

/** A shell without sites, for views whose commands send it nothing but to reload. */
export const shellActorsStub = (): ContextBase => ({
  path: window.location.pathname,
  search: '',
  navigate: () => undefined,
  site: undefined,
  sites: [],
  actors: { reload: () => undefined } as Partial<Actors> as Actors,
});

/** Tells the page where its calls go, as the service does when it gives the page. */
export function pageBase(): void {
  const meta = document.createElement('meta');
  meta.name = 'penstock:api-base-url';
  meta.content = 'http://127.0.0.1:4600/';
  document.head.append(meta);
}

/** True where a button can be pressed, else the reason it gives. */
export const reasonOf = (button: HTMLElement | null): string | true => {
  if (button?.getAttribute('aria-disabled') !== 'true') return true;
  return document.getElementById(button.getAttribute('aria-describedby') ?? '')?.textContent ?? '';
};
