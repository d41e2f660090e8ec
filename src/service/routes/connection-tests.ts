import { toCount } from '../../contract/parameters.ts';
import { formatTime } from '../clock.ts';
import { describeTest, prepareTest, testSink, testSource } from '../connections/connection-tests.ts';
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

  testSource: async ({ body, services, tx, note }) => {
    const test = await prepareTest(services, tx, 'SOURCE', body.source);
    const result = await testSource(services, tx, test);
    await note(describeTest(services, test, result));
    return { result };
  },
  testSink: async ({ body, services, tx, now, note }) => {
    const test = await prepareTest(services, tx, 'SINK', body.sink);
    const tested = await testSink(services, test, body.events, now);
    await note(describeTest(services, test, tested.result));
    return tested;
  },
} satisfies Pick<Handlers, 'listSourceSenders' | 'testSource' | 'testSink'>;
