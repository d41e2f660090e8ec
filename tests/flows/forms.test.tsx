import type { Locator, Page } from '@playwright/test';
import { render } from '@testing-library/react';
import gallery from '../../src/console/components/widgets/schema-form/schema-form.gallery.tsx';
import { banMouseInFile, tabTo, typeInto } from '../e2e/support/keyboard.ts';
import { expect, test } from '../e2e/support/test.ts';

banMouseInFile();

async function show(page: Page, name: string): Promise<Locator> {
  const state = gallery.states.find((one) => one.name === name);
  render(<section aria-label={name}>{state?.render()}</section>);
  const stage = page.getByRole('region', { name, exact: true });
  await expect(stage).toBeVisible();
  return stage;
}

const shownValue = async (stage: Locator): Promise<unknown> =>
  JSON.parse((await stage.locator('[data-value]').textContent()) ?? '');

const press = async (page: Page, ...keys: string[]) => {
  for (const key of keys) await page.keyboard.press(key);
};

const pressOn = async (page: Page, control: Locator, ...keys: string[]) => {
  await tabTo(page, control);
  await press(page, ...keys);
};

test('a form of all kinds is filled by keyboard alone [R3-24]', async ({ page }) => {
  const stage = await show(page, 'all kinds, empty');
  const box = (name: string) => stage.getByRole('textbox', { name, exact: true });
  await typeInto(page, box('Title'), 'Orders');
  await typeInto(page, box('Notes'), 'From the shop');
  await typeInto(page, box('Path'), '/var/log/orders.ndjson');
  await typeInto(page, box('Field'), 'http.request');
  await typeInto(page, box('Port'), '8080');
  await typeInto(page, box('Rate'), '12.5');
  await expect(box('Certificate')).toBeHidden();
  await pressOn(page, stage.getByRole('switch', { name: 'Use TLS' }), 'Space');
  await typeInto(page, box('Certificate'), '/etc/tls/orders.pem');
  await pressOn(page, stage.getByRole('combobox', { name: 'Region' }), 'Enter');
  await expect(page.getByRole('listbox')).toBeVisible();
  await press(page, 'End', 'Enter');

  await tabTo(page, box('Other patterns'));
  await page.keyboard.type('^GET ');
  await press(page, 'Enter');
  await page.keyboard.type('a, b');
  await press(page, 'Enter');
  await tabTo(page, box('Keep'));
  await page.keyboard.type('level,client.ip,wrong');
  await press(page, 'Enter', 'Backspace');
  await expect(box('Keep')).toHaveValue('wrong');
  await press(page, 'Control+a', 'Delete');
  await pressOn(page, stage.getByRole('button', { name: 'Add name' }), 'Enter');
  await expect(box('Name 1')).toBeFocused();
  await page.keyboard.type('X-Key');
  await typeInto(page, box('Value 1'), 'orders');
  await typeInto(page, box('Pattern'), '^[A-Z]+');
  await typeInto(page, box('Grok'), '%{WORD:verb}');
  const addRuleTo = (name: string) =>
    stage.getByRole('group', { name, exact: true }).getByRole('button', { name: 'Add rule' });
  await pressOn(page, addRuleTo('Only when'), 'Enter');
  await typeInto(page, box('Rule 1 field'), 'level');
  await typeInto(page, box('Rule 1 value'), 'debug');

  await pressOn(page, stage.getByRole('radio', { name: 'None' }), 'ArrowRight');
  await typeInto(page, box('User'), 'shop');
  await typeInto(page, stage.getByLabel('Password', { exact: true }), 'secret');
  await typeInto(page, stage.getByLabel('Key', { exact: true }), 'abc');
  await typeInto(page, box('Times'), '5');
  await typeInto(page, box('Host'), 'proxy.example.org');
  await pressOn(page, addRuleTo('Rules'), 'Enter');
  await expect(box('Target')).toBeFocused();
  await page.keyboard.type('service');

  expect(await shownValue(stage)).toEqual({
    name: 'Orders',
    notes: 'From the shop',
    path: '/var/log/orders.ndjson',
    field: 'http.request',
    port: 8080,
    rate: 12.5,
    tls: true,
    certificate: '/etc/tls/orders.pem',
    region: 'r5',
    patterns: ['^GET', 'a, b'],
    fields: ['level', 'client.ip'],
    headers: { 'X-Key': 'orders' },
    pattern: '^[A-Z]+',
    grok: '%{WORD:verb}',
    condition: { match: 'all', rules: [{ field: 'level', operator: 'equals', value: 'debug' }] },
    auth: 'basic',
    user: 'shop',
    password: 'secret',
    key: 'abc',
    retry: { times: 5, proxy: { host: 'proxy.example.org' } },
    rules: [{ target: 'service' }],
  });
});

test('list entries are added, moved and removed with the focus [R3-24]', async ({ page }) => {
  const stage = await show(page, 'nested');
  const button = (name: string) => stage.getByRole('button', { name, exact: true });
  const targets = async () => {
    const { rules } = (await shownValue(stage)) as { rules: { target?: string }[] };
    return rules.map(({ target }) => target ?? '');
  };
  await pressOn(page, button('Move rule 1 down'), 'Enter', 'Enter');
  await expect(button('Move rule 3 down')).toBeFocused();
  expect(await targets()).toEqual(['env', 'team', 'service']);
  await pressOn(page, button('Add rule'), 'Enter');
  await page.keyboard.type('zone');
  await pressOn(page, button('Move rule 4 up'), 'Space');
  await expect(button('Move rule 3 up')).toBeFocused();
  expect(await targets()).toEqual(['env', 'team', 'zone', 'service']);
  await pressOn(page, button('Remove rule 4'), 'Enter');
  await expect(button('Remove rule 3')).toBeFocused();
  await press(page, 'Enter', 'Enter', 'Enter');
  await expect(button('Add rule')).toBeFocused();
  expect(await targets()).toEqual([]);
});

test('a stored secret is replaced, and the change is taken back', async ({ page }) => {
  const stage = await show(page, 'nested');
  const secret = async () =>
    ((await shownValue(stage)) as { retry: { proxy: { secret: unknown } } }).retry.proxy.secret;
  const stored = await secret();
  const replace = stage.getByRole('button', { name: 'Replace Proxy key' });
  await pressOn(page, replace, 'Enter');
  const field = stage.getByLabel('Proxy key', { exact: true });
  await expect(field).toBeFocused();
  await expect(field).toHaveValue('');
  await page.keyboard.type('new');
  expect(await secret()).toBe('new');
  await pressOn(page, stage.getByRole('button', { name: 'Keep the stored value' }), 'Enter');
  await expect(replace).toBeFocused();
  expect(await secret()).toEqual(stored);
});
