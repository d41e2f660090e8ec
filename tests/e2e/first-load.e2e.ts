import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import {
  BUNDLE,
  FIRST_LOAD_BUDGET,
  gzipBytes,
  markFirstContent,
  pathsBeforeContent,
  scriptsOfPage,
} from '../harness/first-load.ts';
import { productOfFile } from './support/product.ts';

const running = productOfFile();

test('the first load asks for the scripts that the page names and no others, within the budget', async ({
  page,
}) => {
  const asked: { path: string; type: string }[] = [];
  page.on('request', (request) =>
    asked.push({ path: new URL(request.url()).pathname, type: request.resourceType() }),
  );
  await markFirstContent(page);
  await page.goto(running.product.url);
  await expect(
    page.getByRole('main').getByRole('button', { name: 'Start the example pipeline' }),
  ).toBeVisible();

  const early = await pathsBeforeContent(page);
  const isScript = (path: string) => asked.some((one) => one.path === path && one.type === 'script');
  const scripts = [...new Set(early.filter(isScript))].sort();
  const html = readFileSync(join(BUNDLE, 'index.html'), 'utf8');
  expect(scripts).toEqual(scriptsOfPage(html));
  expect(gzipBytes(scripts), scripts.join(', ')).toBeLessThanOrEqual(FIRST_LOAD_BUDGET.scriptBytes);
  // The page itself is no resource of itself.
  expect(1 + early.length, early.join(', ')).toBeLessThanOrEqual(FIRST_LOAD_BUDGET.requests);
});
