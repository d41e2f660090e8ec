import AxeBuilder from '@axe-core/playwright';
import { expect, type Page, test } from '@playwright/test';
import { galleryOfFile } from './support/gallery.ts';

const gallery = galleryOfFile();

/** Each state stands in a page of its own here, though they share one in the gallery. */
const SHARED_PAGE_RULES = ['landmark-unique', 'landmark-one-main', 'region', 'landmark-no-duplicate-main'];

async function violations(page: Page, rules?: string[]): Promise<string[]> {
  const axe = new AxeBuilder({ page }).disableRules(SHARED_PAGE_RULES);
  const { violations: found } = await (rules ? axe.withRules(rules) : axe).analyze();
  return found.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(' | ')}`);
}

async function pagesOf(page: Page): Promise<string[]> {
  await page.goto(gallery.url(''));
  const links = page.getByRole('navigation', { name: 'Widgets' }).getByRole('link');
  await expect(links.first()).toBeVisible();
  const addresses = await links.evaluateAll((found) =>
    found.map((link) => new URL(link.getAttribute('href') ?? '', location.href).searchParams.get('page')),
  );
  return addresses.filter((slug) => slug !== null);
}

/** Colours and images have come to rest: what is measured is what stays. */
const settled = (page: Page) =>
  page.evaluate(async () => {
    await document.fonts.ready;
    await Promise.all(document.getAnimations().map((animation) => animation.finished.catch(() => undefined)));
  });

test('every widget in every state: no axe violation in dark, in light and with forced colors', async ({
  page,
}) => {
  test.setTimeout(300_000);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const slugs = await pagesOf(page);
  expect(slugs.length).toBeGreaterThan(0);
  for (const slug of slugs) {
    await test.step(slug, async () => {
      const errors: string[] = [];
      const noted = (error: Error) => errors.push(error.message);
      page.on('pageerror', noted);
      await page.emulateMedia({ forcedColors: 'none' });
      await page.goto(gallery.url(slug));
      await settled(page);
      expect.soft(await violations(page), `${slug}, dark`).toEqual([]);
      await page.goto(gallery.url(slug, { theme: 'light' }));
      await settled(page);
      expect.soft(await violations(page, ['color-contrast']), `${slug}, light`).toEqual([]);
      await page.emulateMedia({ forcedColors: 'active' });
      await settled(page);
      expect.soft(await violations(page, ['color-contrast']), `${slug}, forced colors`).toEqual([]);
      page.off('pageerror', noted);
      expect.soft(errors, `${slug}, errors of the page`).toEqual([]);
    });
  }
});
