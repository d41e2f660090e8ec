import { rmSync } from 'node:fs';
import { beforeEach, describe, expect, it } from 'vitest';
import { jsonBatch, rawBatch } from '../../testing/contexts.ts';
import { loadFile, planFile } from '../../testing/plan-file.ts';
import { refusals, runTransform } from '../../testing/run-transform.ts';
import { ComponentError } from '../../types.ts';

const HOSTS = 'host,owner,port\nweb-1,Ann,80\nweb-2,"Bob, ""B""",443\nweb-1,Twice,81\nWEB-3,,007\n';

let table: unknown;
beforeEach(async () => {
  table = await loadFile('lookup', planFile(HOSTS, 'hosts.csv'));
});

const KEY = { file: 'hosts.csv', keys: [{ field: 'host', column: 'host' }] };
const look = (config: object, ...events: object[]) =>
  runTransform('lookup', { ...KEY, ...config }, jsonBatch(...events), table);

describe('lookup', () => {
  it('adds the cells of the first matching row, without key and blanks', () => {
    const { events, failures } = look({}, { host: 'web-1' }, { host: 'web-2', port: 1 }, { host: 'WEB-3' });
    expect(events).toEqual([
      { host: 'web-1', owner: 'Ann', port: '80' },
      { host: 'web-2', owner: 'Bob, "B"', port: '443' },
      { host: 'WEB-3', port: '007' },
    ]);
    expect(failures).toEqual([]);
  });

  it('puts chosen columns under a prefix, numbers as numbers, keeping existing fields', () => {
    const config = { columns: ['port', 'owner'], target: 'info', namePrefix: 'h_', numbers: true };
    expect(look(config, { host: 'web-1' }).events).toEqual([
      { host: 'web-1', info: { h_port: 80, h_owner: 'Ann' } },
    ]);
    expect(look(config, { host: 'WEB-3' }).events).toEqual([{ host: 'WEB-3', info: { h_port: '007' } }]);
    const keep = look({ existing: 'keep', emptyCells: 'keep' }, { host: 'WEB-3', port: null });
    expect(keep.events).toEqual([{ host: 'WEB-3', port: null, owner: '' }]);
  });

  it('passes, drops or fails an event without row or key', () => {
    const events = [{ host: 'web-9' }, { other: 1 }];
    expect(look({}, ...events)).toMatchObject({ events, failures: [] });
    expect(look({ onMiss: 'drop' }, ...events)).toMatchObject({ events: [], failures: [] });
    expect(look({ onMiss: 'error' }, ...events)).toMatchObject({
      events,
      failures: ['LookupMiss', 'LookupMiss'],
    });
  });

  it('says what is in the way of a field', () => {
    expect(look({ target: 'host' }, { host: 'web-1' }).failures).toEqual(['FieldInTheWay']);
  });

  it('finds by raw message, by numbers as text, by several keys', async () => {
    const ports = await loadFile('lookup', planFile('host;port;team\nweb-1;80;blue\nweb-1;81;red\n'));
    const keys = [
      { field: 'message', column: 'host' },
      { field: 'port', column: 'port' },
    ];
    const run = (batch: ReturnType<typeof rawBatch>, more: object) =>
      runTransform('lookup', { file: 'f', columns: ['team'], ...more }, batch, ports).events;
    expect(run(jsonBatch({ message: 'web-1', port: 81 }), { keys })).toEqual([
      { message: 'web-1', port: 81, team: 'red' },
    ]);
    expect(run(rawBatch('web-1'), { keys: keys.slice(0, 1) })).toEqual([{ message: 'web-1', team: 'blue' }]);
  });

  it('matches in any case, by narrowest block, by longest prefix', async () => {
    expect(look({ match: 'ignore_case' }, { host: 'Web-3' }).events).toEqual([
      { host: 'Web-3', port: '007' },
    ]);
    const nets = await loadFile(
      'lookup',
      planFile('net,zone\n10.0.0.0/8,all\n10.1.0.0/16,one\n2001:db8::/32,six\n10.1.2.3,host\nnone,x\n'),
    );
    const zone = (ip: string) =>
      runTransform(
        'lookup',
        { file: 'f', match: 'cidr', keys: [{ field: 'ip', column: 'net' }] },
        jsonBatch({ ip }),
        nets,
      ).events;
    expect(['10.9.9.9', '10.1.9.9', '10.1.2.3', '2001:db8::1', '192.0.2.1', 'x'].map(zone)).toEqual([
      [{ ip: '10.9.9.9', zone: 'all' }],
      [{ ip: '10.1.9.9', zone: 'one' }],
      [{ ip: '10.1.2.3', zone: 'host' }],
      [{ ip: '2001:db8::1', zone: 'six' }],
      [{ ip: '192.0.2.1' }],
      [{ ip: 'x' }],
    ]);
    const paths = await loadFile('lookup', planFile('path,team\n/,root\n/api,back\n/api/v2,new\n'));
    const team = (path: string) =>
      runTransform(
        'lookup',
        { file: 'f', match: 'prefix', keys: [{ field: 'path', column: 'path' }] },
        jsonBatch({ path }),
        paths,
      ).events;
    expect(['/api/v2/x', '/apis', '/x', 'x'].map(team)).toEqual([
      [{ path: '/api/v2/x', team: 'new' }],
      [{ path: '/apis', team: 'back' }],
      [{ path: '/x', team: 'root' }],
      [{ path: 'x' }],
    ]);
  });

  it('keeps cells of any text whole, as names and values [R10]', async () => {
    const odd = ['__proto__', 'constructor', 'a.b', '"', '\\', 'é😀', '\u0001', 'x\r\ny'];
    const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;
    const csv = `key,${odd.map((_, n) => `c${n}`).join()},__proto__,a.b\nk,${odd.map(quoted).join()},p,d\n`;
    const cells = await loadFile('lookup', planFile(csv));
    const config = { file: 'f', keys: [{ field: 'key', column: 'key' }] };
    const { texts } = runTransform('lookup', config, jsonBatch({ key: 'k' }), cells);
    const entries = Object.entries(JSON.parse(texts[0] ?? ''));
    expect(entries).toEqual([
      ['key', 'k'],
      ...odd.map((text, n) => [`c${n}`, text]),
      ['__proto__', 'p'],
      ['a.b', 'd'],
    ]);
  });

  it('is read once for all users, and again when changed', async () => {
    const file = planFile(HOSTS);
    const [one, other] = await Promise.all([loadFile('lookup', file), loadFile('lookup', file)]);
    expect(one).toBe(other);
    expect(await loadFile('lookup', file)).toBe(one);
    expect(await loadFile('lookup', planFile('host,owner\nweb-1,Eve\n'))).not.toBe(one);
  });

  it('names a missing column, the row limit, and a missing file', async () => {
    expect(() => look({ columns: ['team'] }, {})).toThrow("no column 'team'; it has host, owner, port");
    expect(() => look({ maxRows: 3 }, {})).toThrow("has 4 rows, more than 'Most rows' (maxRows) allows: 3");
    const file = planFile(HOSTS, 'hosts.csv');
    rmSync(file.path);
    await expect(loadFile('lookup', file)).rejects.toThrow(ComponentError);
    await expect(loadFile('lookup', file)).rejects.toThrow("'hosts.csv' is not in the data folder");
    await expect(loadFile('lookup', planFile('a,b\n1\n', 'x.csv'))).rejects.toThrow(
      "'x.csv' cannot be used: Line 2",
    );
  });

  it('refuses several keys with networks, and duplicate columns', () => {
    const keys = [...KEY.keys, { field: 'x', column: 'port' }];
    expect(refusals('lookup', { ...KEY, keys, match: 'cidr' })[0]).toContain('one entry only');
    expect(refusals('lookup', { ...KEY, columns: ['a', 'a'] })[0]).toContain('appears twice');
    expect(refusals('lookup', { keys: KEY.keys })[0]).toBe('File is required');
  });
});
