import type { Page } from '@playwright/test';

/**
 * Faults of any page: focus hidden or behind an open dialog, a page wider than its window.
 */
export const readPageFaults = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const faults: string[] = [];
    const describe = (element: Element) =>
      `${element.tagName.toLowerCase()} '${(element.getAttribute('aria-label') ?? element.textContent ?? '').trim().slice(0, 60)}'`;

    const focused = document.activeElement;
    if (focused && focused !== document.body) {
      if (!focused.isConnected || !focused.checkVisibility({ visibilityProperty: true }))
        faults.push(`the focus is on ${describe(focused)}, which is not visible`);
      if (focused.closest('[inert], [aria-hidden="true"]'))
        faults.push(`the focus is on ${describe(focused)}, which is hidden from screen readers`);
    }
    const dialogs = [...document.querySelectorAll('[role="dialog"][aria-modal="true"], dialog[open]')].filter(
      (one) => one.checkVisibility({ visibilityProperty: true }),
    );
    if (dialogs.length > 0 && !dialogs.some((dialog) => dialog.contains(focused)))
      faults.push(
        `the focus is on ${focused ? describe(focused) : 'nothing'}, behind the open dialog ${describe(dialogs[0]!)}`,
      );

    const { scrollWidth } = document.documentElement;
    if (scrollWidth > window.innerWidth)
      faults.push(`the page is ${scrollWidth} px wide in a window of ${window.innerWidth} px`);
    return faults;
  });
