import { toCount } from '../../contract/parameters.ts';
import { testOf, testSink, testSource } from '../domain/connection-tests.ts';
import { requireConnection } from '../domain/connections.ts';
import type { Handlers } from '../http/call-context.ts';
import { toTime } from '../ids.ts';

export const connectionTestHandlers = {
  listSourceSenders: async ({ path, services, tx }) => {
    const { id } = await requireConnection(tx, 'SOURCE', path.id);
    const { listed, count } = services.senders.of(id) ?? { listed: [], count: 0 };
    const senders = listed.map(({ address, since, lastEventAt, events, connections }) => ({
      address,
      since: toTime(since),
      lastEvent: toTime(lastEventAt),
      events: toCount(events),
      connections,
    }));
    return { senders, count };
  },

  testSource: async ({ body, services, tx }) => {
    const test = await testOf(services, tx, 'SOURCE', body.source);
    return { result: await testSource(services, tx, test) };
  },
  testSink: async ({ body, services, tx, now, principal }) => {
    const test = await testOf(services, tx, 'SINK', body.sink);
    const { templateId } = body.sink;
    services.log.info({ templateId, by: principal.user.name }, 'a destination is tested');
    return testSink(services, test, body.events, now);
  },
} satisfies Pick<Handlers, 'listSourceSenders' | 'testSource' | 'testSink'>;
