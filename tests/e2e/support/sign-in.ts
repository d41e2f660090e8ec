import type { Page } from '@playwright/test';
import { ssoPatchSchema } from '../../../src/contract/entities/sso.ts';
import { type CertifiedProvider, startCertifiedProvider } from '../../api/support/certified-provider.ts';
import type { Running } from './product.ts';
import { expect } from './test.ts';

/** The provider's group `ops` becomes administrator. */
export async function signInThroughProvider({ api, product }: Running): Promise<CertifiedProvider> {
  const provider = await startCertifiedProvider(
    `${product.url}/login/callback`,
    `${product.url}/login/signed-out`,
  );
  await api.call('createFallbackCode', { body: {} });
  const stored = (await api.call('getSso')).sso;
  const fields = Object.fromEntries(
    Object.entries(stored).filter(([name]) => name in ssoPatchSchema.def.shape),
  );
  const sso = {
    ...fields,
    enabled: true,
    name: 'Example ID',
    metadataUrl: provider.issuer,
    clientId: 'penstock',
    clientSecret: 'hush',
    provisions: true,
    groupRoles: [{ group: 'ops', roleId: 'admin' }],
  };
  const answer = await fetch(`${product.url}/v1/auth/sso`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json', 'if-match': `"${stored.revision}"`, origin: product.url },
    body: JSON.stringify({ sso }),
  });
  expect(answer.status, await answer.text()).toBe(200);
  return provider;
}

export async function signIn(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { name: 'Sign in', level: 1, exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Sign in with Example ID' })).toBeFocused();
  await page.keyboard.press('Enter');
}
