import { createStreamSource } from '../../shared/inbound/stream-source.ts';
import { fluentSchema } from './schema.ts';
import { FluentSession } from './session.ts';

export const fluentSource = createStreamSource({
  schema: fluentSchema,
  read: () => (batch, payload) => void batch.appendJson(payload),
  isAnswering: true,
  fixed: ['maxEventBytes', 'maxChunkBytes'],
  begin: ({ maxEventBytes, maxChunkBytes }, { feeder, context }) => ({
    open: ({ sender, peer, openHolding }) =>
      new FluentSession({
        intake: { feeder, maxEventBytes, sender },
        context,
        peer,
        maxChunkBytes,
        openHolding,
      }),
  }),
});
