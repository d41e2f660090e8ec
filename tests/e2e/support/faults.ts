import type { Page } from '@playwright/test';
import type { Product } from '../../harness/product.ts';
import { expect } from './test.ts';

export type Fault = {
  node: string;
  pipeline: string;
  health: RegExp;
  errorName: string;
  cause: string;
  resolution: string;
  notification: RegExp;
};

const PATIENCE = { timeout: 120_000 };
const rowIn = (page: Page, list: 'treegrid' | 'region', name: string, text: string) =>
  page.getByRole(list, { name, exact: true }).getByRole('row').filter({ hasText: text }).first();

/** Each shows health, an error with cause and resolution, a notification and an indicator. */
export async function expectTold(page: Page, product: Product, faults: readonly Fault[]): Promise<void> {
  await page.goto(`${product.url}/monitoring`);
  for (const { node, health } of faults)
    await expect(rowIn(page, 'region', 'Health', node)).toContainText(health, PATIENCE);

  const monitoring = page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: /^Monitoring/ });
  await expect(monitoring).toHaveAccessibleName(/unacknowledged error/, PATIENCE);
  await expect(page.getByRole('link', { name: /^Events ?, \d+ unread errors?$/ })).toBeVisible(PATIENCE);

  await monitoring.click();
  const errors = page.getByRole('treegrid', { name: 'Pipeline Errors' });
  for (const { node, pipeline, errorName, cause, resolution } of faults) {
    const row = rowIn(page, 'treegrid', 'Pipeline Errors', errorName);
    await expect(row).toContainText(node, PATIENCE);
    await expect(row).toContainText(pipeline);
    await row.click();
    await expect(errors).toBeFocused();
    await page.keyboard.press('ArrowRight');
    await expect(row).toHaveAttribute('aria-expanded', 'true');
    await expect(errors.getByText(cause).first()).toBeVisible();
    await expect(errors.getByText(resolution).first()).toBeVisible();
    await page.keyboard.press('ArrowLeft');
    await expect(row).toHaveAttribute('aria-expanded', 'false');
  }

  await page.goto(`${product.url}/events`);
  for (const { notification } of faults)
    await expect(
      page
        .getByRole('treegrid', { name: 'Notifications' })
        .getByRole('row')
        .filter({ hasText: notification }),
    ).toBeVisible(PATIENCE);
}
