import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach } from 'vitest';
import { type Made, makeManagedPipeline } from './change-requests.ts';
import { makeConnections } from './fixtures.ts';
import { startService, type TestService } from './service.ts';

export type ManagedService = {
  api: TestService;
  /** A deployed pipeline. */
  made: Made;
  /** A source and a destination that no pipeline uses. */
  free: { sourceId: string; sinkId: string; port: number };
};

type Options = Parameters<typeof startService>[0];

/** Each test of the file has a service of its own, whose site keeps its own repository. */
export function serveManaged(give: (service: ManagedService) => void, options: Options = {}): void {
  let stop = async () => {};
  beforeEach(async () => {
    const folder = mkdtempSync(join(tmpdir(), 'penstock-managed-'));
    const api = await startService({
      flags: ['gitOps', 'apiKeys'],
      filesFolder: join(folder, 'files'),
      ...options,
    });
    stop = async () => {
      await api.stop();
      rmSync(folder, { recursive: true, force: true });
    };
    const free = await makeConnections(api, 'free');
    give({ api, free, made: await makeManagedPipeline(api) });
  });
  afterEach(() => stop());
}
