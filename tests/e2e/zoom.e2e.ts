// Slow: opens every screen at 400%.

import { productOfFile } from './support/product.ts';
import { expectNoCollidingTexts, lostControls } from './support/reading.ts';
import { exampleSite, openScreen, SCREENS } from './support/screens.ts';
import { expect, test } from './support/test.ts';

const running = productOfFile();

test('every screen is readable and usable at 400% of 1280 by 1024', async ({ page }) => {
  test.setTimeout(180_000);
  const example = await exampleSite(running);
  await page.setViewportSize({ width: 320, height: 256 });
  for (const screen of SCREENS) {
    await test.step(screen.name, async () => {
      await openScreen(page, running.product.url, screen, example);
      expect.soft(await lostControls(page), screen.name).toEqual([]);
      await expectNoCollidingTexts(page, screen.name);
    });
  }
});
