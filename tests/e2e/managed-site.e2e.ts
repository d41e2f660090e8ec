import type { Page } from '@playwright/test';
import { violations } from './support/axe.ts';
import { banMouseInFile, tabTo, typeInto } from './support/keyboard.ts';
import { productOfFile } from './support/product.ts';
import { toast } from './support/screen.ts';
import { expect, refused, test } from './support/test.ts';

test.use({ expectedFaults: refused(400) });

const running = productOfFile({ env: { PENSTOCK_FLAGS: 'gitOps' } });
banMouseInFile();

const WITHIN = { timeout: 60_000 };
const REPOSITORY = 'git@example.org:acme/pipes.git';

async function chooseFirst(page: Page, field: string) {
  const box = page.getByRole('form', { name: 'New site' }).getByRole('combobox', { name: field });
  await tabTo(page, box);
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('option').first()).toBeVisible();
  const active = page.locator('[role=option][data-active-item]');
  await expect(async () => {
    if ((await active.count()) === 0) await page.keyboard.press('ArrowDown');
    await expect(active).toBeVisible({ timeout: 500 });
  }).toPass(WITHIN);
  await page.keyboard.press('Enter');
  await expect(box).not.toHaveText('Choose');
}

/** At first the service keeps the repository itself. */
async function chooseElsewhere(page: Page) {
  const form = page.getByRole('form', { name: 'New site' });
  const box = form.getByRole('combobox', { name: 'Repository' });
  await tabTo(page, box);
  await expect(box).toHaveText('Embedded');
  await expect(async () => {
    await page.keyboard.press('ArrowDown');
    await expect(page.locator('[role=option][data-active-item]')).toHaveText('Elsewhere', { timeout: 500 });
  }).toPass(WITHIN);
  await page.keyboard.press('Enter');
  await expect(box).toHaveText('Elsewhere');
}

test.describe('a site under git [R5-29 … R5-32, R5-34 … R5-38, R2.6-01, R2.6-02, R3-39 … R3-47, R1-31, R1-32]', () => {
  test('its repository is named by keyboard, then nothing changes here', async ({ page }) => {
    test.setTimeout(300_000);
    const { product, api } = running;
    await page.goto(`${product.url}/settings/sites`);
    await expect(page.getByRole('grid', { name: 'Sites' }).getByRole('row', { name: /Local/ })).toBeVisible();
    await page.keyboard.press('c');
    const form = page.getByRole('form', { name: 'New site' });
    await typeInto(page, form.getByRole('textbox', { name: 'Name' }), 'Paris');
    await chooseFirst(page, 'Vendor');
    await expect(form.getByRole('textbox', { name: 'Description' })).toBeVisible();
    const managed = form.getByRole('switch', { name: 'Managed by Git' });
    await tabTo(page, managed);
    await page.keyboard.press('Space');
    await chooseElsewhere(page);
    await expect(form.getByRole('textbox', { name: 'Repository URL' })).toBeVisible();
    await page.keyboard.press('Control+Enter');
    for (const label of ['Git Provider', 'Repository URL', 'Branch', 'SSH Key'])
      await expect(form.getByText(`${label} is required`).first()).toBeVisible(WITHIN);
    await expect(form.getByText('Path is required')).toHaveCount(0);
    expect(await violations(page)).toEqual([]);

    const key = form.getByRole('textbox', { name: 'SSH Key' });
    await expect(key).toHaveAttribute('rows', '5');
    await expect(key).toHaveAttribute(
      'placeholder',
      'Must begin with ssh-rsa, ecdsa-sha2-nistp256, ecdsa-sha2-nistp384, ecdsa-sha2-nistp521, ssh-ed25519, sk-ecdsa-sha2-nistp256@openssh.com or sk-ssh-ed25519@openssh.com',
    );
    await expect(form.getByRole('textbox', { name: 'Path' })).not.toHaveAttribute('required');
    await chooseFirst(page, 'Git Provider');
    await typeInto(page, form.getByRole('textbox', { name: 'Repository URL' }), REPOSITORY);
    await typeInto(page, form.getByRole('textbox', { name: 'Branch' }), 'main');
    await typeInto(page, key, 'any key at all');
    await page.keyboard.press('Control+Enter');
    await expect(toast(page, 'The site was created; its engine starts.')).toBeVisible(WITHIN);
    const row = page.getByRole('grid', { name: 'Sites' }).getByRole('row', { name: /Paris/ });
    await expect(row).toContainText('Managed by Git', WITHIN);
    const panel = page.getByRole('complementary', { name: 'Paris' });
    await expect(panel).toContainText(`${REPOSITORY}GitHub, branch main, SSH key stored`, WITHIN);

    // The edit variant has no SSH key and requires nothing.
    await expect(panel.getByRole('textbox', { name: 'Branch' })).toHaveValue('main');
    await expect(panel.getByRole('textbox', { name: 'SSH Key' })).toHaveCount(0);
    await typeInto(page, panel.getByRole('textbox', { name: 'Branch' }), 'release');
    await page.keyboard.press('Control+Enter');
    await expect(toast(page, 'The site was saved.')).toBeVisible(WITHIN);

    const paris = (await api.call('listSites')).sites.find(({ name }) => name === 'Paris')?.id ?? '';
    await page.goto(`${product.url}/pipelines?site=${paris}`);
    const create = page.getByRole('button', { name: /^Create Pipeline/ }).first();
    await expect(create).toBeDisabled(WITHIN);
    await tabTo(page, create);
    await expect(create).toHaveAccessibleDescription(
      `Site 'Paris' is managed by Git: make this change in ${REPOSITORY} (branch release), whose pipeline imports it with an API key`,
    );
    expect(await violations(page)).toEqual([]);
  });
});
