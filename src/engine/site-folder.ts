import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { diskIo } from './buffer/file-io.ts';
import { decodeHead, FRAME_HEAD } from './buffer/frame.ts';
import { readPosition } from './buffer/position-file.ts';
import { segmentPath } from './buffer/recovery.ts';

const SEGMENT_NAME = /^segment-(\d{12})$/;
const SITE_ID = /^\d{1,20}$/;

/** Access to engine folders, whether the engine runs or not. */
export type SiteFolders = {
  /** Undelivered events in a site's disk buffers; slightly outdated while it runs. */
  waitingEvents(siteId: string): Promise<number>;
  remove(siteId: string): Promise<void>;
};

const listNames = (folder: string): Promise<string[]> => readdir(folder).catch(() => []);

/** Last event number of a segment; 0 without an intact frame. */
async function lastEventOf(folder: string, segment: number): Promise<number> {
  const bytes = await readFile(segmentPath(folder, segment)).catch(() => Buffer.alloc(0));
  let last = 0;
  for (let at = 0; ; ) {
    const head = decodeHead(bytes, at, segment);
    if (!head || at + FRAME_HEAD + head.length > bytes.length) return last;
    last = head.lastEvent;
    at += FRAME_HEAD + head.length;
  }
}

/** Events of one disk buffer, read without changing it. */
async function waitingIn(folder: string): Promise<number> {
  const segments = (await listNames(folder))
    .flatMap((name) => SEGMENT_NAME.exec(name)?.[1] ?? [])
    .map(Number)
    .sort((a, b) => b - a);
  const position = await readPosition(diskIo, folder);
  let last = position?.tail ?? 0;
  for (const segment of segments) {
    const found = await lastEventOf(folder, segment);
    last = Math.max(last, found);
    if (found > 0) break;
  }
  return Math.max(0, last - (position?.acked ?? 0));
}

export function createSiteFolders(dataFolder: string): SiteFolders {
  const makeRoot = (siteId: string): string => {
    if (!SITE_ID.test(siteId)) throw new Error(`'${siteId}' is not the id of a site`);
    return join(dataFolder, 'engine', siteId);
  };
  return {
    waitingEvents: async (siteId) => {
      const buffers = join(makeRoot(siteId), 'buffers');
      let events = 0;
      for (const pipelineId of await listNames(buffers))
        for (const sinkId of await listNames(join(buffers, pipelineId)))
          events += await waitingIn(join(buffers, pipelineId, sinkId));
      return events;
    },
    remove: (siteId) => rm(makeRoot(siteId), { recursive: true, force: true, maxRetries: 5 }),
  };
}
