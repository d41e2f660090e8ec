// Slow: starts PostgreSQL.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startHttpReceiver } from './support/alert-receivers.ts';
import { RULE } from './support/alert-rows.ts';
import { setUpAlertedService } from './support/alerts.ts';
import { startService } from './support/service.ts';
import { type Place, postgres } from './support/store-places.ts';

let place: Place;
beforeAll(async () => {
  place = await postgres();
}, 120_000);
afterAll(() => place.remove());
const alerted = setUpAlertedService(() => place.open());

test('two services on one PostgreSQL: each minute judged, each message sent once', async () => {
  const { api, pass, told } = alerted;
  const receiver = await startHttpReceiver();
  const alertChannel = { name: 'ops', type: 'WEBHOOK', config: { url: receiver.url } };
  const channelId = (await api.call('createAlertChannel', { body: { alertChannel } })).body.id;
  const alertRule = { ...RULE, siteId: api.siteId, channelIds: [channelId] };
  await api.call('createAlertRule', { body: { alertRule } });
  const store = await place.open();
  const other = await startService({ store, clock: () => alerted.now });
  const services = [alerted.api.service.services.alerts, other.service.services.alerts];
  const both = async (minute: object) => {
    await pass(1, minute);
    await Promise.all(services.map((one) => one.turn()));
    await Promise.all(services.map((one) => one.deliver()));
  };
  await both({});
  await both({ errors: 9 });
  await both({ errors: 9 });
  await both({});
  expect(await told()).toEqual(['Many errors RESOLVED']);
  expect(receiver.received.map(({ json }) => json.event)).toEqual(['firing', 'resolved']);
  await other.stop();
  await store.close();
  await receiver.stop();
}, 120_000);
