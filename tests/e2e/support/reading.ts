import type { Page } from '@playwright/test';
import { expect } from './test.ts';

/** Controls that no scrolling brings into view. */
export const lostControls = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const scrolls = (element: Element) =>
      /auto|scroll/.test(getComputedStyle(element).overflowX) && element.scrollWidth > element.clientWidth;
    const isExempt = (element: Element) =>
      element.closest('[aria-roledescription="graph"], [aria-label="Available keys"], [aria-hidden="true"]');
    const lost: string[] = [];
    for (const element of document.querySelectorAll('button, a[href], input, textarea, [role="combobox"]')) {
      const { left, right, width } = element.getBoundingClientRect();
      if (width === 0 || isExempt(element) || element.matches('a[href="#content"]')) continue;
      let canScroll = false;
      for (let at = element.parentElement; at && !canScroll; at = at.parentElement) canScroll = scrolls(at);
      if (!canScroll && (left < -1 || right > window.innerWidth + 1))
        lost.push(
          `${element.tagName} '${element.getAttribute('aria-label') ?? element.textContent}' ${left}-${right}`,
        );
    }
    const { scrollWidth } = document.documentElement;
    if (scrollWidth > window.innerWidth) lost.push(`the page is ${scrollWidth} px wide`);
    return lost;
  });

/** Allowed overlap in px: glyph boxes are taller than their ink. */
const TOUCH_PX = 3;

const LAYERS = '[role="dialog"], [role="menu"], [role="tooltip"]';

/** Overlapping texts, as `'Data Input' over 'Data Output'`. */
const collidingTexts = (page: Page): Promise<string[]> =>
  page.evaluate(
    ([touch, layers]) => {
      type Shown = {
        text: string;
        parent: Element;
        layer: Element | null;
        left: number;
        top: number;
        right: number;
        bottom: number;
      };
      const shown: Shown[] = [];
      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        const text = node.textContent?.trim() ?? '';
        const parent = node.parentElement;
        if (text === '' || !parent) continue;
        const range = document.createRange();
        range.selectNodeContents(node);
        for (const rect of range.getClientRects()) {
          let { left, top, right, bottom } = rect;
          for (let at: Element | null = parent; at; at = at.parentElement) {
            if (getComputedStyle(at).overflow === 'visible') continue;
            const box = at.getBoundingClientRect();
            left = Math.max(left, box.left);
            top = Math.max(top, box.top);
            right = Math.min(right, box.right);
            bottom = Math.min(bottom, box.bottom);
          }
          if (right - left <= touch || bottom - top <= touch) continue;
          // Layers may cover the page; only visible texts are compared.
          const hit = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
          if (hit && (parent.contains(hit) || hit.contains(parent)))
            shown.push({
              text: text.slice(0, 40),
              parent,
              layer: parent.closest(layers),
              left,
              top,
              right,
              bottom,
            });
        }
      }
      const found: string[] = [];
      shown.forEach((one, at) => {
        for (const other of shown.slice(at + 1)) {
          if (one.layer !== other.layer || one.parent === other.parent) continue;
          const across = Math.min(one.right, other.right) - Math.max(one.left, other.left);
          const down = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
          if (across > touch && down > touch) found.push(`'${one.text}' over '${other.text}'`);
        }
      });
      return found;
    },
    [TOUCH_PX, LAYERS] as const,
  );

/**
 * Checked once nothing moves any more: cards of a graph that get a new place glide over their neighbors. Chromium goes
 * on listing ended transitions of what is out of sight.
 */
export async function expectNoCollidingTexts(page: Page, screen?: string): Promise<void> {
  await page.waitForFunction(() =>
    document
      .getAnimations()
      .every((animation) => !(animation instanceof CSSTransition) || animation.playState === 'finished'),
  );
  await expect
    .configure({ soft: true })
    .poll(() => collidingTexts(page), { ...(screen && { message: screen }), timeout: 5_000 })
    .toEqual([]);
}
