import type { SinkComponent } from '../../types.ts';
import { blackholeSchema } from './schema.ts';

export const blackholeSink: SinkComponent = {
  async open(config) {
    return {
      batching: blackholeSchema.parse(config).batch,
      async write(batch) {
        let bytes = 0;
        for (let ev = 0; ev < batch.count; ev++) if (batch.isLive(ev)) bytes += batch.ndjsonSize(ev);
        return { bytes };
      },
      async close() {},
    };
  },
};
