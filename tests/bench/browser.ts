import { loadavg } from 'node:os';
import { chromium } from '@playwright/test';
import { ProductApi } from '../harness/api.ts';
import { CHROMIUM_FLAGS, getChromiumPath } from '../harness/chromium.ts';
import { removeFolder, startProduct } from '../harness/product.ts';
import type { BothSpeeds } from './page.ts';
import { benchPalette, type PaletteBench } from './palette.ts';
import { benchRoutes, type RouteFigures } from './routes.ts';

export type BrowserFigures = {
  routes: BothSpeeds<RouteFigures>;
  palette: PaletteBench;
  /** One-minute load averages before and after. Above the core count, the figures are unreliable. */
  loadAverage: { before: number; after: number };
};

export async function benchBrowser(): Promise<BrowserFigures> {
  const [before = 0] = loadavg();
  const product = await startProduct();
  const browser = await chromium.launch({ executablePath: getChromiumPath(), args: CHROMIUM_FLAGS });
  try {
    const siteId = await new ProductApi(product.url).siteId();
    const routes = await benchRoutes(browser, product.url);
    const palette = await benchPalette(browser, product.url, siteId);
    const [after = 0] = loadavg();
    return { routes, palette, loadAverage: { before, after } };
  } finally {
    await browser.close();
    await product.stop();
    removeFolder(product.dataFolder);
  }
}
