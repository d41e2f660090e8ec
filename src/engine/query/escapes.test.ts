import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeTempFolder } from '../../../tests/harness/temp-folder.ts';
import { QueryRefused } from './problems.ts';
import { createQueries, type Queries } from './queries.ts';
import { encodeRecords, makeRequest, makeTable, START, writeArchiveFile } from './testing.ts';

const root = makeTempFolder();
const outside = makeTempFolder();
const file = writeArchiveFile(
  root,
  'ndjson',
  encodeRecords('ndjson', [{ micros: START, event: { user: 'u', secret: 'kept' } }]),
);
const before = readFileSync(file, 'utf8');
let queries: Queries;
beforeAll(() => {
  queries = createQueries();
});
afterAll(() => queries.stop());

const run = (sql: string) => queries.run(makeRequest(sql, { archives: [makeTable(root)] }));

/** Only SELECT. */
const STATEMENTS = [
  `copy web to '${file}'`,
  `copy (select 1) to '${outside}/out.csv'`,
  `copy (select 1) to '${file}' (use_tmp_file false)`,
  `copy web from '/etc/passwd'`,
  `export database '${outside}/all'`,
  `import database '${outside}/all'`,
  `attach '${outside}/new.db'`,
  `attach '${file}' as other (read_only)`,
  'detach archives',
  'use memory',
  'insert into web select * from web',
  'update web set message = null',
  'delete from web',
  'drop table web',
  'drop schema kept cascade',
  'create table t as select 1',
  'create view v as select 1',
  'create macro f() as 1',
  'create or replace temp macro read() as 1',
  `create secret s (type s3, key_id 'a', secret 'b')`,
  'alter table web add column x int',
  'truncate web',
  'vacuum',
  'checkpoint',
  'analyze',
  'set lock_configuration = false',
  'set enable_external_access = true',
  `set home_directory = '/root'`,
  `set temp_directory = '${outside}'`,
  'reset memory_limit',
  'pragma database_list',
  "pragma enable_profiling='json'",
  `pragma profiling_output='${outside}/profile.json'`,
  'install httpfs',
  'load json',
  `load '${outside}/evil.duckdb_extension'`,
  "call enable_logging(storage='file')",
  `call enable_logging('QueryLog', storage='file', storage_config={'path': '${outside}/log'})`,
  'call duckdb_settings()',
  'explain select 1',
  'explain analyze select * from web',
  'prepare p as select 1',
  'execute p(1)',
  'deallocate p',
  'begin transaction',
  'commit',
  'rollback',
  'pivot web on user using count(*)',
  'from web pivot (count(*) for source in (1))',
  'unpivot web on message into name a value b',
  'select 1; select 2',
  `select 1; copy (select 1) to '${outside}/two.csv'`,
  'select 1 into t',
  "comment on table web is 'x'",
  'merge into web using web w on true when matched then delete',
  '',
  '-- nothing',
];

/** SELECTs that access anything but the person's tables. */
const READS = [
  "select * from '/etc/passwd'",
  `select * from '${file}'`,
  "select * from 'file.parquet'",
  'select * from "/etc/passwd.csv"',
  "select * from read_text('/etc/passwd')",
  "select * from read_blob('/etc/passwd')",
  "select * from read_csv('/etc/passwd')",
  "select * from read_csv_auto('/etc/passwd')",
  "select * from read_json('/proc/self/environ')",
  "select * from read_ndjson_objects('/etc/passwd')",
  `select * from read_parquet('${file}')`,
  `select * from parquet_scan('${file}')`,
  `select * from parquet_metadata('${file}')`,
  `select * from parquet_schema('${file}')`,
  "select * from sniff_csv('/etc/passwd')",
  `select * from read_duckdb('${outside}/x.db')`,
  "select * from glob('/*')",
  "select * from lateral (select * from glob('/etc/*')) g",
  "select * from query('select 1')",
  "select * from query_table('web')",
  `select * from json_execute_serialized_sql(json_serialize_sql('select 1'))`,
  "select * from seq_scan('web')",
  'select * from duckdb_settings()',
  'select * from duckdb_secrets()',
  "select * from which_secret('s3://x', 's3')",
  'select * from duckdb_tables',
  'select * from duckdb_logs',
  'select * from information_schema.tables',
  'select * from pg_catalog.pg_tables',
  'select * from sqlite_master',
  'select * from pragma_version()',
  'select * from kept."0"',
  'select * from archives.kept."0"',
  'select * from main.web',
  'select * from system.information_schema.tables',
  'select * from other_source',
  'select * from web at (version => 1)',
  "select * from repeat('x', 1500000000)",
  "select * from repeat_row('x', num_rows = 1000000000)",
  'select * from test_all_types()',
  "select * from enable_logging(storage='file')",
  'select * from force_checkpoint()',
  'select * from icu_calendar_names()',
  'describe web',
  'show tables',
  'show all tables',
  'summarize web',
  'select * from (describe web)',
  'with a as (select * from duckdb_settings()) select * from a',
  'with "/etc/passwd.csv" as (select * from "/etc/passwd.csv") select * from "/etc/passwd.csv"',
  'select (with sqlite_master as (select 1) select 1), * from sqlite_master',
  'with recursive a as (select 1 union all select * from duckdb_settings()) select * from a',
  "select (select content from read_text('/etc/passwd'))",
  "select * from web where message in (select content from read_text('/etc/passwd'))",
  "select exists (from read_text('/etc/passwd'))",
  "select count(*) filter (where exists (from glob('/*'))) from web",
  "select sum(1) over (order by (select 1 from glob('/*'))) from web",
  "select 1 from web order by (select count(*) from glob('/*'))",
  "select 1 limit (select count(*) from glob('/*'))",
  "select 1 union all (select 2 from glob('/*'))",
  "select * from (values ((select count(*) from glob('/*'))))",
  "select * from web w join web v on exists (from glob('/*'))",
  "select * from range((select count(*)::int from glob('/*')))",
  "select list_transform([1], x -> (select count(*) from glob('/*')))",
  "select case when true then (select 1 from glob('/*')) end",
];

const CALLS = [
  "select getenv('HOME')",
  "select getvariable('x')",
  "select current_setting('temp_directory')",
  'select current_query()',
  'select current_database()',
  'select txid_current()',
  "select write_log('x')",
  'select sleep_ms(100000)',
  'select pg_sleep(100)',
  "select nextval('s')",
  "select repeat('x', 1500000000)",
  "select lpad('x', 1500000000, 'y')",
  "select rpad('x', 1500000000, 'y')",
  'select bar(1, 0, 1, 1500000000)',
  "select system.main.upper('x')",
  "select pg_catalog.pg_get_expr('x', 1)",
  "select json_serialize_plan('select 1')",
  "select json_deserialize_sql('{}')",
  "select json_serialize_sql('select 1')",
  'select setseed(0.5)',
  "select in_search_path('a', 'b')",
  'select version()',
  "select has_table_privilege('web', 'select')",
  "select error('x')",
  'select ?',
  'select $1',
];

/** An unlisted function, wherever an expression may be. */
const PLACES = [
  "select 'HOME'.getenv()",
  "select GetEnv('HOME')",
  `select "getenv"('HOME')`,
  "select try(getenv('HOME'))",
  "select [x for x in [getenv('HOME')]]",
  "select {'a': getenv('HOME')}",
  "select * replace (getenv('HOME') as message) from web",
  "select columns(c -> getenv('HOME') = c) from web",
  "select 1 from web order by getenv('HOME')",
  "select 1 from web group by getenv('HOME')",
  "select 1 from web group by all having getenv('HOME') = ''",
  "select 1 from web qualify row_number() over (partition by getenv('HOME')) = 1",
  "select sum(1) over w from web window w as (order by getenv('HOME'))",
  "select count(*) filter (where getenv('HOME') = '') from web",
  "select list(message order by getenv('HOME')) from web",
  "select distinct on (getenv('HOME')) * from web",
  "select 1 limit getenv('HOME')::int",
  "select 1 offset getenv('HOME')::int",
  "select * from unnest([getenv('HOME')])",
  "select * from range(length(getenv('HOME')))",
  "select 'a' in (getenv('HOME'))",
  "select 'a' between getenv('HOME') and 'b'",
  "select interval (getenv('HOME')) day",
  "select now() at time zone getenv('TZ')",
  "select list_transform([1], lambda x: getenv('HOME'))",
  "values (getenv('HOME'))",
  "select array(select getenv('HOME'))",
  "with a as materialized (select getenv('HOME')) select * from a",
  'with recursive a(x) using key (x) as (select 1 union select pid() from a) select * from a',
];

/** Another table, joined or written to. */
const WAYS = [
  'select * from web asof join (from duckdb_settings()) s on true',
  'select * from web semi join duckdb_settings() s on true',
  'select * from web positional join duckdb_settings()',
  'select * from web natural join duckdb_settings()',
  'select * from web, lateral (from read_text(message))',
  'with x as (insert into web values (1) returning *) select * from x',
  'with x as (delete from web returning *) select * from x',
  `select * from (copy web to '${file}')`,
  'select * from system.main.duckdb_settings()',
  "select * from 'https://example.org/a.csv'",
  "select * from 's3://logs/a.parquet'",
  "select * from read_csv('https://example.org/a.csv')",
  "select * from pragma_table_info('web')",
  "select * from sqlite_scan('/tmp/a', 'b')",
  "select * from postgres_scan('', '', '')",
  'select * from arrow_scan(1, 2, 3)',
  `select 1 \0; copy web to '${file}'`,
  `select * from ${'(select * from '.repeat(400)}web${')'.repeat(400)}`,
];

describe('escapes from a query', () => {
  it.each(PLACES)('a function that is not listed is refused wherever: %s', async (sql) => {
    await expect(run(sql)).rejects.toThrow(QueryRefused);
  });

  it.each(WAYS)('another way to what is no table is refused: %s', async (sql) => {
    await expect(run(sql)).rejects.toThrow(QueryRefused);
  });

  it('a query that is too deep is refused without advice about settings', async () => {
    const sql = `${'select * from ('.repeat(500)}select 1${')'.repeat(500)}`;
    await expect(run(sql)).rejects.toThrow(/^The query is nested too deep$/);
  });

  it.each(STATEMENTS)('a statement that is no SELECT is refused: %s', async (sql) => {
    await expect(run(sql)).rejects.toBeInstanceOf(QueryRefused);
  });

  it.each(READS)('what is no table of the person is refused: %s', async (sql) => {
    await expect(run(sql)).rejects.toBeInstanceOf(QueryRefused);
  });

  it.each(CALLS)('a function that is not listed is refused: %s', async (sql) => {
    await expect(run(sql)).rejects.toBeInstanceOf(QueryRefused);
  });

  it('nothing was written, the archive is as before, and one process bore it all', async () => {
    expect(readFileSync(file, 'utf8')).toBe(before);
    expect(readdirSync(outside)).toEqual([]);
    expect(readdirSync(join(root))).toHaveLength(1);
    expect(queries.pids).toHaveLength(1);
    expect((await run('select count(*) from web')).rows).toEqual([[1]]);
  });
});
