import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { takeDataFolder } from './data-folder.ts';
import { helpText, readSettings, SETTINGS } from './settings.ts';

const folder = mkdtempSync(join(tmpdir(), 'penstock-settings-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('settings', () => {
  test('none is needed', () => {
    expect(readSettings({})).toMatchObject({
      host: '127.0.0.1',
      port: 4600,
      data: '.penstock',
      auth: 'none',
    });
  });

  test('every one is in the help, with its default', () => {
    for (const { name, fallback, description } of Object.values(SETTINGS)) {
      expect(helpText()).toContain(fallback === '' ? name : `${name} (${fallback})`);
      expect(helpText()).toContain(description);
    }
  });

  test.each([
    ['PENSTOCK_PORT', 'eighty'],
    ['PENSTOCK_PORT', '70000'],
    ['PENSTOCK_HOST', '0.0.0.0'],
    ['PENSTOCK_AUTH', 'maybe'],
    ['PENSTOCK_FLAGS', 'noSuchFlag'],
    ['PENSTOCK_LOG_LEVEL', 'loud'],
    ['PENSTOCK_SECRET_KEY', 'short'],
    ['DATABASE_URL', 'mysql://x'],
  ])('a wrong %s is named: %s', (name, value) => {
    expect(() => readSettings({ [name]: value })).toThrow(new RegExp(`^${name} `));
  });

  test('a wrong secret is not repeated', () => {
    expect(() => readSettings({ PENSTOCK_SECRET_KEY: 'hunter2' })).not.toThrow(/hunter2/);
  });
});

describe('the data folder', () => {
  test('is made for its owner alone and taken by one at a time', async () => {
    const path = join(folder, 'data');
    const data = await takeDataFolder(path);
    expect(statSync(path).mode & 0o777).toBe(0o700);
    await expect(takeDataFolder(path)).rejects.toThrow(/^PENSTOCK_DATA '.*' is used by another Penstock/);
    data.release();
    (await takeDataFolder(path)).release();
  });

  test('that cannot be used is named with its setting', async () => {
    const file = join(folder, 'a-file');
    writeFileSync(file, '');
    await expect(takeDataFolder(join(file, 'below'))).rejects.toThrow(/^PENSTOCK_DATA '.*' cannot be used/);
  });
});
