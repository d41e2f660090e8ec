import type { Page } from '@playwright/test';
import axe, { type RunOptions } from 'axe-core';

declare global {
  interface Window {
    axe?: typeof axe;
  }
}

/** The only rule that a theme can affect. */
export const CONTRAST = ['color-contrast'];

/**
 * axe violations of the page, as `rule: element | element`. Runs in the page, because the full result is
 * megabytes of JSON.
 * @param rules only these; by default all except `without`
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
    // Skips color transitions between themes; styles apply with the next frame.
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
