// Slow: draws every chart of the gallery in each width and size of text.
import { galleryOfFile } from './support/gallery.ts';
import { expectNoCollidingTexts } from './support/reading.ts';
import { expect, test } from './support/test.ts';

const gallery = galleryOfFile();

const SIZES = [
  { width: 1440, textPx: 32 },
  { width: 640, textPx: 16 },
  { width: 640, textPx: 32 },
];

/** Tolerance for axis labels cut off at the edge. */
const CUT_OFF_PX = 1;

for (const { width, textPx } of SIZES)
  test(`chart labels never collide, ${width} px wide, text ${textPx} px`, async ({ page }) => {
    // Tall enough for every chart: only those in sight are drawn and compared.
    await page.setViewportSize({ width, height: 12_000 });
    const browser = await page.context().newCDPSession(page);
    await browser.send('Page.setFontSizes', { fontSizes: { standard: textPx, fixed: textPx } });
    await page.goto(gallery.url('chart', { state: 'any time of the day' }));
    const charts = page.getByRole('application', { name: /, values$/ });
    await expect(charts).toHaveCount(12);
    await expect(charts.locator('svg')).toHaveCount(12);
    await expectNoCollidingTexts(page);
    const cutOff = await charts.locator('svg text').evaluateAll(
      (texts, most) =>
        texts.flatMap((text) => {
          const own = text.getBoundingClientRect();
          const picture = text.closest('svg')?.getBoundingClientRect() ?? own;
          const isCut = own.left < picture.left - most || own.right > picture.right + most;
          return isCut ? [text.textContent] : [];
        }),
      CUT_OFF_PX,
    );
    expect(cutOff).toEqual([]);
  });
