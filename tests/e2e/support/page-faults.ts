import type { Page } from '@playwright/test';

/** In letters; columns must fit such a word unbroken. */
const LONGEST_WORD = 20;

/** Raw events, which wrap anywhere, and decoration. */
const BREAKING_TEXT = 'pre, [aria-hidden="true"]';

/**
 * Faults of any page: focus hidden or behind an open dialog, a word broken over two lines, a page wider than
 * its window.
 */
export const readPageFaults = (page: Page): Promise<string[]> =>
  page.evaluate(
    ([longest, exempt]) => {
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
      const dialogs = [
        ...document.querySelectorAll('[role="dialog"][aria-modal="true"], dialog[open]'),
      ].filter((one) => one.checkVisibility({ visibilityProperty: true }));
      if (dialogs.length > 0 && !dialogs.some((dialog) => dialog.contains(focused)))
        faults.push(
          `the focus is on ${focused ? describe(focused) : 'nothing'}, behind the open dialog ${describe(dialogs[0]!)}`,
        );

      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        const text = node.textContent ?? '';
        const parent = node.parentElement;
        if (!parent || !/\p{L}{2}/u.test(text) || parent.closest(exempt)) continue;
        const range = document.createRange();
        range.selectNodeContents(node);
        const lines = (of: Range) =>
          new Set([...of.getClientRects()].filter(({ width }) => width > 0).map(({ top }) => Math.round(top)))
            .size;
        if (lines(range) < 2) continue;
        for (const word of text.matchAll(/(?<=^|\s)\p{L}{2,}(?=$|[\s.,:;!?])/gu)) {
          if (word[0].length > longest) continue;
          range.setStart(node, word.index);
          range.setEnd(node, word.index + word[0].length);
          if (lines(range) > 1) faults.push(`'${word[0]}' is broken over two lines in ${describe(parent)}`);
        }
      }
      const { scrollWidth } = document.documentElement;
      if (scrollWidth > window.innerWidth)
        faults.push(`the page is ${scrollWidth} px wide in a window of ${window.innerWidth} px`);
      return faults;
    },
    [LONGEST_WORD, BREAKING_TEXT] as const,
  );
