// Slow: starts the product eleven times.
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { startHttpReceiver } from '../api/support/alert-receivers.ts';
import { CONDITION } from '../api/support/alert-rows.ts';
import { ProductApi } from '../harness/api.ts';
import { eventually } from '../harness/eventually.ts';
import { removeFolder, startProduct } from '../harness/product.ts';

/** An alert that fires and of which nobody was told, as a service leaves it that is killed right after judging. */
function insertFiring(
  dataFolder: string,
  { id, siteId, ruleId }: Record<'id' | 'siteId' | 'ruleId', string>,
) {
  const database = new DatabaseSync(join(dataFolder, 'penstock.db'));
  const now = Date.now();
  const target = { kind: 'node', name: id, pipelineId: '', pipelineName: 'web', nodeId: '' };
  const row: Record<string, string | number> = {
    id,
    site_id: siteId,
    rule_id: ruleId,
    name: 'Many errors',
    severity: 'HIGH',
    state: 'FIRING',
    target_key: `web/${id}`,
    target: JSON.stringify(target),
    condition: JSON.stringify(CONDITION),
    runbook_url: '',
    message: '',
    end_reason: '',
    timeline: '[]',
    acknowledged_by: '',
    has_channel: 1,
    started_at: now,
    fired_at: now,
    ended_at: 0,
    last_event_at: now,
    acknowledged_at: 0,
    value: 9,
    peak: 9,
  };
  const names = Object.keys(row);
  database
    .prepare(`insert into alert_events (${names.join()}) values (${names.map(() => '?').join()})`)
    .run(...Object.values(row));
  database.close();
}

/** A product with one rule that notifies a receiver. */
async function startAlerted(url: string) {
  const product = await startProduct();
  const api = new ProductApi(product.url);
  const siteId = (await api.call('listSites', {})).sites[0]?.id ?? '';
  const alertChannel = { name: 'ops', type: 'WEBHOOK' as const, config: { url } };
  const { id: channelId } = await api.call('createAlertChannel', { body: { alertChannel } });
  const alertRule = {
    name: 'Many errors',
    siteId,
    condition: CONDITION,
    severity: 'HIGH' as const,
    channelIds: [channelId],
  };
  const { id: ruleId } = await api.call('createAlertRule', { body: { alertRule } });
  return { product, api, siteId, channelId, ruleId };
}

const listDeliveries = async (api: ProductApi, alertEventId: string): Promise<string[]> => {
  const { deliveries } = await api.call('getAlertEvent', { path: { alertEventId } });
  return deliveries.map(({ state, attempts }) => `${state} ${attempts}`);
};

test('killed while it sends, waits and has sent: none lost, repeats by one id', async () => {
  const receiver = await startHttpReceiver();
  const started = await startAlerted(receiver.url);
  let { product, api } = started;
  const { siteId, channelId, ruleId } = started;
  const { dataFolder } = product;
  const restart = async () => {
    product = await startProduct({ dataFolder });
    return new ProductApi(product.url);
  };
  try {
    const [first, second] = ['600000000000000101', '600000000000000102'];
    const readState = async (id: string) => (await listDeliveries(api, id)).join();
    await product.kill();

    insertFiring(dataFolder, { id: first, siteId, ruleId });
    receiver.answer('hang');
    api = await restart();
    await eventually(() => expect(receiver.received).toHaveLength(1));
    expect(await readState(first)).toBe('SENDING 1');
    await product.kill();

    receiver.answer({ status: 503 });
    api = await restart();
    await eventually(async () => expect(await readState(first)).toBe('WAITING 2'));
    await product.kill();

    api = await restart();
    const renamed = { id: channelId, name: 'night' };
    await api.call('updateAlertChannel', { body: { alertChannel: renamed }, ifMatch: '*' });
    await eventually(async () => expect(await readState(first)).toBe('SENT 3'));
    await product.kill();

    insertFiring(dataFolder, { id: second, siteId, ruleId });
    api = await restart();
    await eventually(async () => expect(await readState(second)).toBe('SENT 1'));
    expect(await readState(first)).toBe('SENT 3');
    const ids = receiver.received.map(({ json }) => json.id as string);
    expect(ids).toHaveLength(4);
    expect(new Set(ids.slice(0, 3)).size).toBe(1);
    expect(ids[3]).not.toBe(ids[0]);
  } finally {
    await product.kill();
    await receiver.stop();
    removeFolder(dataFolder);
  }
}, 240_000);

const KILLS = process.env.PENSTOCK_TEST_LONG === '1' ? 50 : 4;

test('killed at any moment after an alert fired: none is lost', async () => {
  let onReceived = () => {};
  const receiver = await startHttpReceiver(() => onReceived());
  const started = await startAlerted(receiver.url);
  let { product } = started;
  const { siteId, ruleId } = started;
  const { dataFolder } = product;
  const ids = Array.from({ length: KILLS }, (_, round) => String(600000000000000200n + BigInt(round)));
  try {
    await product.kill();
    for (const [round, id] of ids.entries()) {
      insertFiring(dataFolder, { id, siteId, ruleId });
      // Before it is sent or somewhere in it; while it is read; while the answer is on its way.
      const isTimed = round % 2 === 0;
      if (round % 4 === 1) receiver.answer('hang');
      const before = receiver.received.length;
      product = await startProduct({ dataFolder });
      await new Promise<void>((done) => {
        onReceived = isTimed ? () => {} : done;
        if (isTimed) setTimeout(done, (400 * round) / KILLS);
        else if (receiver.received.length > before) done();
      });
      await product.kill();
    }
    product = await startProduct({ dataFolder });
    const api = new ProductApi(product.url);
    for (const id of ids)
      await eventually(async () =>
        expect(await listDeliveries(api, id)).toEqual([expect.stringMatching(/^SENT/)]),
      );
    const messages = Map.groupBy(receiver.received, ({ json }) => json.id as string);
    const told = [...messages.values()].map(([message]) =>
      message?.json.alerts.map(({ id }: { id: string }) => id),
    );
    expect(told.flat().toSorted()).toEqual(ids);
  } finally {
    await product.kill();
    await receiver.stop();
    removeFolder(dataFolder);
  }
}, 900_000);
