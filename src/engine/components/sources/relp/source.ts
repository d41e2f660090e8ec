import { createStreamSource } from '../../shared/inbound/stream-source.ts';
import { readPayload, SyslogEvents } from '../syslog/events.ts';
import { relpSchema } from './schema.ts';
import { RelpSession } from './session.ts';

/** Events like those of the source Syslog. */
export const relpSource = createStreamSource({
  schema: relpSchema,
  read: readPayload,
  isAnswering: true,
  fixed: ['maxMessageBytes', 'longLines'],
  begin(config, shared) {
    const events = new SyslogEvents(config, shared.feeder, shared.context);
    return {
      open: ({ sender, peer }) => new RelpSession({ ...shared, events, sender, peer }),
      changed: (next) => {
        events.config = next;
      },
    };
  },
});
