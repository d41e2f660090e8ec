import { toCount } from '../../contract/parameters.ts';
import { formatTime } from '../clock.ts';
import { prepareTest, testSink, testSource } from '../connections/connection-tests.ts';
import { requireConnection } from '../connections/connections.ts';
import type { Handlers } from '../http/call-context.ts';

export const connectionTestHandlers = {
  listSourceSenders: async ({ path, services, tx }) => {
    const { id } = await requireConnection(tx, 'SOURCE', path.id);
    const { listed, count } = services.senders.of(id) ?? { listed: [], count: 0 };
    const senders = listed.map(({ address, since, lastEventAt, events, connections }) => ({
      address,
      since: formatTime(since),
      lastEvent: formatTime(lastEventAt),
      events: toCount(events),
      connections,
    }));
    return { senders, count };
  },

  testSource: async ({ body, services, tx }) => {
    const test = await prepareTest(services, tx, 'SOURCE', body.source);
    return { result: await testSource(services, tx, test) };
  },
  testSink: async ({ body, services, tx, now, principal }) => {
    const test = await prepareTest(services, tx, 'SINK', body.sink);
    const { templateId } = body.sink;
    services.log.info({ templateId, by: principal.user.name }, 'a destination is tested');
    return testSink(services, test, body.events, now);
  },
} satisfies Pick<Handlers, 'listSourceSenders' | 'testSource' | 'testSink'>;
