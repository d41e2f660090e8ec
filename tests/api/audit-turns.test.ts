import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { CHAIN_BEGIN, signRow } from '../../src/service/audit/chain.ts';
import type { AuditRow } from '../../src/service/store/schema.ts';
import { createSealer } from '../../src/service/store/sealing.ts';
import { startService } from './support/service.ts';
import { sqlite } from './support/store-places.ts';

const RECORDS = 3000;
const sealer = createSealer(Buffer.alloc(32, 7));

const createRecord = (sequence: number): AuditRow => ({
  sequence,
  at: sequence,
  site_id: '',
  user_id: '',
  user_name: 'local@localhost',
  key_id: '',
  key_name: '',
  source: 'api',
  call_id: 'createPipeline',
  action: 'Create pipeline',
  result: 'done',
  reason: '',
  entity: 'pipeline',
  entity_id: '300000000000000001',
  entity_name: 'web',
  changes: '[]',
  previous_hash: CHAIN_BEGIN,
  hash: '',
});

test('verifying thousands of records lets later requests answer first', async () => {
  const place = await sqlite();
  const store = await place.open();
  const api = await startService({ store });
  try {
    await store.transaction(async (tx) => {
      let previous_hash = CHAIN_BEGIN;
      for (let sequence = 1; sequence <= RECORDS; sequence++) {
        const row = { ...createRecord(sequence), previous_hash };
        previous_hash = signRow(sealer, row);
        await tx.audit.insert({ ...row, hash: previous_hash });
      }
    });
    const answered: string[] = [];
    const verified = api.call('verifyAuditRecords').then(({ body }) => {
      answered.push('verification');
      expect(body).toMatchObject({ isIntact: true, records: RECORDS });
    });
    // Arrives in its own event loop turn, as from a socket.
    const listed = nextTurn()
      .then(() => api.call('listSites'))
      .then(({ status }) => {
        answered.push('sites');
        expect(status).toBe(200);
      });
    await Promise.all([verified, listed]);
    expect(answered).toEqual(['sites', 'verification']);
  } finally {
    await api.stop();
    await store.close();
    await place.remove();
  }
});
