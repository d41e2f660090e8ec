import type { Page } from '@playwright/test';
import axe, { type RunOptions } from 'axe-core';

declare global {
  interface Window {
    axe?: typeof axe;
  }
}

/** What a theme changes; the other rules read the page, whatever its colours. */
export const CONTRAST = ['color-contrast'];

/**
 * What axe finds wrong on the page as it stands, as `rule: element | element`.
 * The page runs it and hands over no more than that: the whole result is megabytes of JSON. A page without
 * frames needs nothing more.
 * @param rules these alone; left out, all but those of `without`.
 */
export async function violations(
  page: Page,
  { rules, without = [] }: { rules?: readonly string[]; without?: readonly string[] } = {},
): Promise<string[]> {
  if (page.frames().length > 1) throw new Error('a frame of the page is not looked into');
  if (!(await page.evaluate(() => window.axe !== undefined))) await page.evaluate(axe.source);
  const options: RunOptions = {
    resultTypes: ['violations'],
    ...(rules ? { runOnly: { type: 'rule', values: [...rules] } } : {}),
    rules: Object.fromEntries(without.map((rule) => [rule, { enabled: false }])),
  };
  return page.evaluate(async (asked) => {
    // A colour on its way to another theme is none of either; styles are made with the next frame.
    await new Promise((drawn) => requestAnimationFrame(drawn));
    const transitions = document.getAnimations().filter((one) => one instanceof CSSTransition);
    await Promise.allSettled(transitions.map(({ finished }) => finished));
    const found = await window.axe?.run(document, asked);
    if (!found) throw new Error('axe is not on the page');
    return found.violations.map(
      ({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(' | ')}`,
    );
  }, options);
}
