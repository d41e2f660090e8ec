import { productOfFile } from './support/product.ts';
import { collidingTexts, lostControls } from './support/reading.ts';
import { exampleSite, openScreen, SCREENS } from './support/screens.ts';
import { expect, test } from './support/test.ts';

const running = productOfFile();

/** 1440 x 900 at 200% text size and at 400%. */
const SIZES = [
  { name: 'text at 200%', width: 1440, height: 900, textPx: 32 },
  { name: 'zoom to 400% of 1280 by 1024', width: 320, height: 256, textPx: 16 },
];

test('every screen is readable and usable at 200% and 400%', async ({ page }) => {
  test.setTimeout(180_000);
  const example = await exampleSite(running);
  const browser = await page.context().newCDPSession(page);
  for (const { name, textPx, ...size } of SIZES) {
    await page.setViewportSize(size);
    await browser.send('Page.setFontSizes', { fontSizes: { standard: textPx, fixed: textPx } });
    for (const screen of SCREENS) {
      await test.step(`${screen.name}, ${name}`, async () => {
        await openScreen(page, running.product.url, screen, example);
        expect.soft(await lostControls(page), `${screen.name}, ${name}`).toEqual([]);
        expect.soft(await collidingTexts(page), `${screen.name}, ${name}`).toEqual([]);
      });
    }
  }
});
