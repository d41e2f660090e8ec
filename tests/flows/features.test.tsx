import type { Page } from '@playwright/test';
import { banMouseInFile } from '../e2e/support/keyboard.ts';
import { productOfFile } from '../e2e/support/product.ts';
import { expect, test } from '../e2e/support/test.ts';

const running = productOfFile({ env: { PENSTOCK_FLAGS: '-displayAlteredValues' } });
banMouseInFile();

const at = (path: string) => `${running.product.url}${path}`;
const findSwitch = (page: Page, name: string) => page.getByRole('switch', { name });

test('an administrator turns a feature on for the organization [R6-35]', async ({ page }) => {
  await page.goto(at('/settings/features'));
  await expect(findSwitch(page, 'Ignore pipeline errors')).not.toBeChecked();
  await findSwitch(page, 'Ignore pipeline errors').focus();
  await page.keyboard.press('Space');
  await expect(page.getByText("'Ignore pipeline errors' is on.")).toBeVisible();
  await expect(findSwitch(page, 'Ignore pipeline errors')).toBeChecked();
  await page.reload();
  await expect(findSwitch(page, 'Ignore pipeline errors')).toBeChecked();
  // The environment's own cannot be changed here.
  await findSwitch(page, 'API keys').focus();
  await page.keyboard.press('Space');
  await expect(findSwitch(page, 'API keys')).toBeChecked();
  await expect(page.getByText('PENSTOCK_FLAGS turns it off', { exact: false })).toBeVisible();
});
