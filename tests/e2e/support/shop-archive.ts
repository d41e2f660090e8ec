import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Running } from './product.ts';

export const SHOP_EVENTS = 1200;

export type ShopArchive = {
  readonly sourceId: string;
  /** A second apart, the last one at `last` (Unix ms). */
  write(count: number, last: number): void;
};

/** A source with an archive: a second apart, half a minute ago and before; every fourth event failed. */
export async function archiveShop({ api, siteId, product }: Running, port: number): Promise<ShopArchive> {
  const root = join(product.dataFolder, 'kept');
  const source = { name: 'Shop', siteId, templateId: 'tcp', config: { port } };
  const { id: sourceId } = await api.call('createSource', { body: { source } });
  const sink = { name: 'Kept', siteId, templateId: 'file', config: { path: join(root, 'any.ndjson') } };
  const { id: sinkId } = await api.call('createSink', { body: { sink } });
  await api.call('enableArchival', { body: { siteId, sourceId, sinkId } });
  const write = (count: number, last: number) => writeEvents(root, sourceId, count, last);
  write(SHOP_EVENTS, Date.now() - 30_000);
  return { sourceId, write };
}

function writeEvents(root: string, sourceId: string, count: number, last: number): void {
  const hours = new Map<string, string[]>();
  for (let i = 0; i < count; i++) {
    const time = new Date(last - (count - i) * 1000).toISOString();
    const [year, month, day, hour] = time.split(/[-T:]/);
    const folder = `source=${sourceId}-Shop/year=${year}/month=${month}/day=${day}/hour=${hour}`;
    const event = { status: i % 4 === 0 ? 500 : 200, user: { name: `u ${i % 3}` }, number: i };
    const line = `{"received":"${time.slice(0, -1)}000Z","source":"Shop","sourceId":"${sourceId}","event":${JSON.stringify(event)}}\n`;
    hours.set(folder, [...(hours.get(folder) ?? []), line]);
  }
  for (const [folder, lines] of hours) {
    mkdirSync(join(root, folder), { recursive: true });
    const written = new Date(last).toISOString().replaceAll(/[-:.]/g, '');
    writeFileSync(join(root, folder, `${written}-000001-0123456789abcdef.ndjson`), lines.join(''));
  }
}
