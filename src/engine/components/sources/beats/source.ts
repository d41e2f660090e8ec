import { createStreamSource } from '../../shared/inbound/stream-source.ts';
import { beatsSchema } from './schema.ts';
import { BeatsSession } from './session.ts';

export const beatsSource = createStreamSource({
  schema: beatsSchema,
  read: () => (batch, payload) => void batch.appendJson(payload),
  isAnswering: true,
  fixed: ['maxEventBytes', 'maxBatchBytes'],
  begin: ({ maxEventBytes, maxBatchBytes }, shared) => ({
    open: (connection) => new BeatsSession({ ...shared, ...connection, maxEventBytes, maxBatchBytes }),
  }),
});
