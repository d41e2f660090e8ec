import type { Page } from '@playwright/test';
import type { Running } from './product.ts';

/** Everything the page asks is asked with a key of this role. @returns the key */
export async function actAs(page: Page, { api, product }: Running, roleId: string): Promise<string> {
  const apiKey = { name: `as ${roleId}, ${crypto.randomUUID()}`, description: '', roleId, siteIds: [] };
  const { key } = await api.call('createApiKey', { body: { apiKey } });
  await page.route(`${product.url}/v1/**`, (route) =>
    route.continue({ headers: { ...route.request().headers(), authorization: `Bearer ${key}` } }),
  );
  return key;
}
