import { z } from 'zod';
import { compileQuery } from '../../../archive-search/compile-query.ts';
import { readMembers } from '../../../archive-search/record.ts';
import type { RunningSource, SourceComponent } from '../../types.ts';
import { Replay } from './replay.ts';

const configSchema = z.strictObject({
  folders: z.array(
    z.strictObject({
      root: z.string(),
      sourceId: z.string(),
      bucket: z.record(z.string(), z.unknown()).optional(),
      sinkId: z.string().optional(),
    }),
  ),
  objectFolder: z.string().optional(),
  indexFolder: z.string().optional(),
  from: z.number(),
  to: z.number(),
  query: z.string(),
  eventLimit: z.int().min(1).optional(),
  eventsPerSecond: z.number().min(1).optional(),
  chunkMinutes: z.int().min(1).optional(),
  attempt: z.int().min(1),
});

/** Replays a window of an archive once, oldest first. Only in plans of hydration jobs. */
export const archiveReplaySource: SourceComponent = {
  // A record without its envelope: `{"message":"…"}` or `{"event":{…}}`.
  read: () => (batch, payload) => {
    const text = payload.toString();
    const members = readMembers(text);
    const event = members.get('event');
    if (event === undefined) batch.appendRaw(Buffer.from((JSON.parse(text) as { message: string }).message));
    else batch.appendJson(Buffer.from(event));
  },
  async start(input, context): Promise<RunningSource> {
    const config = configSchema.parse(input);
    const matcher = compileQuery(config.query);
    const saved = await context.checkpoint.load();
    const replay = new Replay(config, matcher, context, saved);
    return {
      stop: () => replay.stop(),
      progress: () => replay.progress,
      cutOff: (events) => replay.cutOff(events),
    };
  },
};
