import { readdirSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeTempFolder } from '../../../tests/harness/temp-folder.ts';
import { QuerySession } from './session.ts';
import { encodeRecords, START, writeArchiveFile } from './testing.ts';

/** The second defense after checking statements: a locked session. */
let session: QuerySession;
const outside = makeTempFolder();
const file = writeArchiveFile(
  makeTempFolder(),
  'ndjson',
  encodeRecords('ndjson', [{ micros: START, event: 'x' }]),
);
beforeAll(async () => {
  session = await QuerySession.open();
  await session.lock();
});
afterAll(() => session.close());

describe('a locked session', () => {
  it.each([
    `copy (select 1) to '${outside}/out.csv'`,
    `copy (select 1) to '${file}' (use_tmp_file false)`,
    `attach '${outside}/new.db'`,
    `export database '${outside}/all'`,
    `select * from read_text('${file}')`,
    `select * from '${file}'`,
    "select * from glob('/*')",
    'set enable_external_access = true',
    'set lock_configuration = false',
    "set allowed_paths = ['/']",
    'install httpfs',
    'load httpfs',
  ])('reaches nothing outside its memory: %s', async (sql) => {
    await expect(session.connection.run(sql)).rejects.toThrow();
    expect(readdirSync(outside)).toEqual([]);
  });

  it.each([
    'copy (select 1) to $$x$$',
    'create table t (a int)',
    'insert into t values (1)',
    'call pragma_version()',
  ])('prepares nothing that is no SELECT: %s', async (sql) => {
    await expect(session.prepare(sql, {})).rejects.toThrow();
  });
});
