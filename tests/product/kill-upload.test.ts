import { readdirSync, statSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ProductApi } from '../harness/api.ts';
import { eventually } from '../harness/eventually.ts';
import { removeFolder, startProduct } from '../harness/product.ts';

const BOUNDARY = 'part-of-the-form';
const HEAD = [
  `--${BOUNDARY}`,
  'Content-Disposition: form-data; name="name"',
  '',
  'owners.csv',
  `--${BOUNDARY}`,
  'Content-Disposition: form-data; name="assetType"',
  '',
  'LOOK_UP_DATA',
  `--${BOUNDARY}`,
  'Content-Disposition: form-data; name="file"; filename="owners.csv"',
  'Content-Type: application/octet-stream',
  '',
  'host,owner',
  '',
].join('\r\n');

/** Starts an upload that stalls. */
function beginUpload(url: string): Promise<void> {
  const upload = request(`${url}/v1/asset`, {
    method: 'POST',
    headers: { 'content-type': `multipart/form-data; boundary=${BOUNDARY}`, 'content-length': '9000000' },
  });
  // Fails when the product is killed.
  const cut = new Promise<void>((done) => upload.once('error', () => done()));
  upload.write(`${HEAD}${'web-1,Ann\n'.repeat(100_000)}`);
  return cut;
}

test('a kill during an upload leaves no half file', async () => {
  let product = await startProduct();
  const { dataFolder } = product;
  const files = join(dataFolder, 'files');
  const incoming = () => readdirSync(join(files, 'incoming')).map((name) => join(files, 'incoming', name));
  try {
    const cut = beginUpload(product.url);
    await eventually(() => expect(incoming().some((path) => statSync(path).size > 0)).toBe(true));
    await product.kill();
    await cut;
    expect(incoming()).toHaveLength(1);

    product = await startProduct({ dataFolder });
    const api = new ProductApi(product.url);
    await eventually(() => expect(readdirSync(files)).toEqual(['incoming']));
    await eventually(() => expect(incoming()).toEqual([]));
    expect((await api.call('listAssets')).assets).toEqual([]);
    const form = new FormData();
    form.append('name', 'owners.csv');
    form.append('assetType', 'LOOK_UP_DATA');
    form.append('file', new File(['host,owner\nweb-1,Ann\n'], 'owners.csv'));
    expect((await fetch(`${product.url}/v1/asset`, { method: 'POST', body: form })).status).toBe(200);
    expect((await api.call('listAssets')).assets).toMatchObject([{ name: 'owners.csv', content: 'ready' }]);
  } finally {
    await product.kill();
    removeFolder(dataFolder);
  }
}, 120_000);
