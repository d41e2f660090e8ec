import type { BrowserContext, Page } from '@playwright/test';

/** Longer than a busy machine delays an answer. */
const MARGIN_MS = 20_000;

/** What shows totals, by its label, and how often the console asks for them. */
const TOTALS: readonly { label: string; everyMs: number }[] = [
  { label: 'Site totals', everyMs: 5000 },
  { label: 'Summary', everyMs: 5000 },
  { label: 'Data summary', everyMs: 60_000 },
];

/** Installed in every page; nothing here may refer to anything outside. */
function installFigureFaults(): void {
  /** Last answer about totals, or last time they began to be asked for; 0 is the start of the page. */
  let heardAt = 0;
  const begin = () => {
    heardAt = performance.now();
  };
  addEventListener('focus', begin);
  document.addEventListener('visibilitychange', begin);
  window.navigation.addEventListener('currententrychange', begin);
  new PerformanceObserver((list) => {
    for (const { name, startTime, duration } of list.getEntries())
      if (new URL(name).pathname.endsWith('/summary')) heardAt = Math.max(heardAt, startTime + duration);
  }).observe({ type: 'resource' });

  /** A page without an origin is empty; a clock of the test moves time, and an ended range needs no news. */
  const isFollowing = () =>
    window.origin !== 'null' &&
    document.hasFocus() &&
    document.visibilityState === 'visible' &&
    String(setInterval).includes('[native code]') &&
    !/"value":"\d+-\d+"/.test(localStorage.getItem('penstock.timeFilter') ?? '');
  const readFigureFaults = (totals: typeof TOTALS, marginMs: number): string[] => {
    if (!isFollowing()) return [];
    const age = performance.now() - heardAt;
    return totals.flatMap(({ label, everyMs }) => {
      const shown = document.querySelector(`main [aria-label="${label}"]`);
      const hasFigures = shown?.checkVisibility() && /\d/.test(shown.textContent ?? '');
      return hasFigures && age > everyMs + marginMs
        ? `'${label}' has had no news for ${Math.round(age / 1000)} s, though it asks each ${everyMs / 1000} s`
        : [];
    });
  };
  Object.assign(window, { readFigureFaults });
}

/** Gives pages `readFigureFaults`. */
export const watchFigures = (context: BrowserContext): Promise<unknown> =>
  context.addInitScript(installFigureFaults);

/** Totals on screen that no longer follow the service. Refused and failed requests count as news. */
export const figureFaults = (page: Page): Promise<string[]> =>
  page.evaluate(
    ([totals, marginMs]) => {
      const { readFigureFaults } = window as {
        readFigureFaults?: (totals: unknown, marginMs: number) => string[];
      };
      return readFigureFaults?.(totals, marginMs) ?? ['figures are not watched on this page'];
    },
    [TOTALS, MARGIN_MS] as const,
  );
