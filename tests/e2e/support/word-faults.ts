import type { BrowserContext, Page } from '@playwright/test';

/** Prefix of the console errors that `watchWords` reports. */
const WORD_FAULT = 'Broken text:';

/** Installed in every page; nothing here may refer to anything outside. */
function installWordFaults(prefix: string): void {
  /** In letters; boxes must fit such a word unbroken. */
  const longestWord = 20;
  /** Raw events, which wrap anywhere, and decoration. */
  const exempt = 'pre, [aria-hidden="true"]';
  const layers = '[role="dialog"], [role="menu"], [role="listbox"], dialog[open]';
  const afterChangeMs = 300;

  const describe = (element: Element) =>
    `${element.tagName.toLowerCase()} '${(element.getAttribute('aria-label') ?? element.textContent ?? '').trim().slice(0, 60)}'`;
  const boxOf = (element: Element): Element | null => {
    let at: Element | null = element;
    while (at && /^(inline|contents)$/.test(getComputedStyle(at).display)) at = at.parentElement;
    return at;
  };
  /** Words over two lines, and words wider than a box that neither scrolls nor shortens with an ellipsis. */
  const readWordFaults = (root: Element): string[] => {
    const faults: string[] = [];
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const text = node.textContent ?? '';
      const parent = node.parentElement;
      if (!parent || !/\p{L}{2}/u.test(text) || parent.closest(exempt)) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      const rects = (of: Range) => [...of.getClientRects()].filter(({ width }) => width > 0);
      const lines = (of: Range) => new Set(rects(of).map(({ top }) => Math.round(top))).size;
      const box = boxOf(parent);
      const room = box?.clientWidth ?? 0;
      const isWide = rects(range).some(({ width }) => width > room + 1);
      if (lines(range) < 2 && !isWide) continue;
      const style = box && getComputedStyle(box);
      const isTight =
        isWide && room > 1 && style?.textOverflow !== 'ellipsis' && style?.overflowX === 'visible';
      for (const word of text.matchAll(/(?<=^|\s)\p{L}{2,}(?=$|[\s.,:;!?])/gu)) {
        if (word[0].length > longestWord) continue;
        range.setStart(node, word.index);
        range.setEnd(node, word.index + word[0].length);
        if (lines(range) > 1) faults.push(`'${word[0]}' is broken over two lines in ${describe(parent)}`);
        else if (isTight && rects(range).some(({ width }) => width > room + 1))
          faults.push(`'${word[0]}' is wider than its box, ${describe(parent)}`);
      }
    }
    return faults;
  };
  Object.assign(window, { readWordFaults });

  // Dialogs and lists are gone by the end of a test, so they are read while they are open.
  const told = new Set<string>();
  let isWaiting = false;
  const read = () => {
    isWaiting = false;
    for (const layer of document.querySelectorAll(layers)) {
      if (!layer.checkVisibility({ visibilityProperty: true })) continue;
      for (const fault of readWordFaults(layer)) {
        if (!told.has(fault)) console.error(`${prefix} ${fault}`);
        told.add(fault);
      }
    }
  };
  new MutationObserver(() => {
    if (isWaiting || !document.querySelector(layers)) return;
    isWaiting = true;
    setTimeout(read, afterChangeMs);
  }).observe(document, { childList: true, subtree: true });
}

/** Reports broken words of layers as console errors, and gives pages `readWordFaults`. */
export const watchWords = (context: BrowserContext): Promise<unknown> =>
  context.addInitScript(installWordFaults, WORD_FAULT);

export const wordFaults = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const { readWordFaults } = window as { readWordFaults?: (root: Element) => string[] };
    return readWordFaults?.(document.body) ?? ['words are not read on this page'];
  });
