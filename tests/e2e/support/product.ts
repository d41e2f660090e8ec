import { ProductApi } from '../../harness/api.ts';
import { type Product, type ProductOptions, removeFolder, startProduct } from '../../harness/product.ts';
import { test } from './test.ts';

export type Running = {
  readonly product: Product;
  readonly api: ProductApi;
  readonly siteId: string;
  /** Kills the product and restarts it on the same port and data. */
  restart(): Promise<void>;
};

/** In a temporary data folder, for all tests of a file. */
export function productOfFile(
  options: ProductOptions & { makeDataFolder?: () => Promise<string> } = {},
): Running {
  let state: { product: Product; api: ProductApi; siteId: string } | undefined;
  const now = () => {
    if (!state) throw new Error('the product of this file is not started');
    return state;
  };
  const start = async (more: ProductOptions) => {
    const product = await startProduct({ ...options, ...more });
    const api = new ProductApi(product.url);
    state = { product, api, siteId: await api.siteId() };
  };
  test.beforeAll(async () => {
    await start(options.makeDataFolder ? { dataFolder: await options.makeDataFolder() } : {});
  });
  test.afterAll(async () => {
    if (!state) return;
    const { product } = state;
    await product.stop();
    removeFolder(product.dataFolder);
  });
  return {
    get product() {
      return now().product;
    },
    get api() {
      return now().api;
    },
    get siteId() {
      return now().siteId;
    },
    async restart() {
      const { product } = now();
      const port = new URL(product.url).port;
      await start({
        dataFolder: product.dataFolder,
        env: { ...options.env, PENSTOCK_PORT: port },
      });
    },
  };
}
