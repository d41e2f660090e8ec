import type { ContextBase } from '../../src/console/commands/runtime.ts';
import type { Actors } from '../../src/console/state/types.ts';

/** A shell without sites, for views whose commands only send it reloads. */
export const shellActorsStub = (): ContextBase => ({
  path: window.location.pathname,
  search: '',
  navigate: () => undefined,
  site: undefined,
  sites: [],
  actors: { reload: () => undefined } as Partial<Actors> as Actors,
});

/** Sets the base of calls, as the service does in its page. */
export function pageBase(): void {
  const meta = document.createElement('meta');
  meta.name = 'penstock:api-base-url';
  meta.content = 'http://127.0.0.1:4600/';
  document.head.append(meta);
}

/** True when the button is enabled, else its reason. */
export const reasonOf = (button: HTMLElement | null): string | true => {
  if (button?.getAttribute('aria-disabled') !== 'true') return true;
  return document.getElementById(button.getAttribute('aria-describedby') ?? '')?.textContent ?? '';
};
