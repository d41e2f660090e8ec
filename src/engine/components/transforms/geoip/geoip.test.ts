import { beforeEach, describe, expect, it } from 'vitest';
import { inspectFile } from '../../../files/inspect.ts';
import { jsonBatch } from '../../testing/contexts.ts';
import { testGeoDatabase, writeMmdb } from '../../testing/mmdb.ts';
import { loadFile, planFile } from '../../testing/plan-file.ts';
import { refusals, runTransform } from '../../testing/run-transform.ts';

let database: unknown;
beforeEach(async () => {
  database = await loadFile('geoip', planFile(testGeoDatabase(), 'test.mmdb'));
});

const locate = (config: object, ...addresses: unknown[]) =>
  runTransform(
    'geoip',
    { file: 'test.mmdb', field: 'ip', ...config },
    jsonBatch(...addresses.map((ip) => ({ ip }))),
    database,
  );
const ALL = { country: true, region: true, city: true, location: true, asn: true };

describe('geoip', () => {
  it('adds what the database knows, in Elastic Common Schema names', () => {
    expect(locate({ add: ALL }, '203.0.113.7').events).toEqual([
      {
        ip: '203.0.113.7',
        geo: {
          continent_code: 'EU',
          country_iso_code: 'DE',
          country_name: 'Germany',
          region_iso_code: 'BE',
          region_name: 'State of Berlin',
          city_name: 'Berlin',
          postal_code: '10115',
          location: { lat: 52.52, lon: 13.405 },
          timezone: 'Europe/Berlin',
        },
      },
    ]);
  });

  it('finds the narrowest block for IPv6, mapped addresses and networks', () => {
    const only = (address: string, more: object = {}) => locate({ target: 'g', ...more }, address).events;
    expect(only('203.0.113.200')).toEqual([
      { ip: '203.0.113.200', g: { country_iso_code: 'FR', country_name: 'France' } },
    ]);
    expect(only('2001:db8::1')).toMatchObject([{ g: { country_iso_code: 'NZ' } }]);
    expect(only('::ffff:203.0.113.7', { language: 'de' })).toMatchObject([
      { g: { country_name: 'Deutschland', region_name: 'Berlin', city_name: 'Berlin' } },
    ]);
    expect(only('198.51.100.9')).toMatchObject([{ g: { asn: 64500, as_organization: 'Example Networks' } }]);
  });

  it('passes, drops or fails addresses that are private, unknown, or none', () => {
    const inside = ['10.0.0.1', '192.168.1.1', '127.0.0.1', '::1', 'fe80::1%eth0', 'fd00::1', '100.64.0.1'];
    expect(locate({}, ...inside).failures).toEqual([]);
    expect(locate({ onPrivate: 'drop' }, ...inside).events).toEqual([]);
    expect(new Set(locate({ onPrivate: 'error' }, ...inside).failures)).toEqual(new Set(['AddressPrivate']));
    const outside = ['192.0.2.1', 'no address', '', 7, 'x'.repeat(100_000), '203.0.113.7.8'];
    expect(locate({}, ...outside).events).toEqual(outside.map((ip) => ({ ip })));
    expect(locate({ onMiss: 'error' }, ...outside).failures).toEqual(outside.map(() => 'AddressUnknown'));
    expect(locate({ onMiss: 'drop' }, ...outside).events).toEqual([]);
  });

  it('keeps what is there, and says what is in the way', () => {
    expect(locate({ target: 'ip', existing: 'keep' }, '203.0.113.7').events).toEqual([{ ip: '203.0.113.7' }]);
    expect(locate({ target: 'ip.geo' }, '203.0.113.7').failures).toEqual(['FieldInTheWay']);
  });

  it('refuses to add nothing, and a file that is no database', async () => {
    const none = { country: false, region: false, city: false, location: false, asn: false };
    expect(refusals('geoip', { file: 'f', field: 'ip', add: none })[0]).toContain('at least one');
    await expect(loadFile('geoip', planFile('no database', 'x.mmdb'))).rejects.toThrow(
      "'x.mmdb' cannot be read",
    );
  });

  it('an uploaded database is checked at its end: type, age, languages [R3-93]', async () => {
    const { path } = planFile(testGeoDatabase());
    expect(await inspectFile(path, 'GEO_IP')).toEqual({
      kind: 'geoip',
      databaseType: 'Test-City',
      builtAt: '2025-10-09T08:53:20.000Z',
      ipVersion: 6,
      languages: ['en', 'de'],
    });
    const short = writeMmdb({ '203.0.113.0/24': { country: { iso_code: 'DE' } } });
    const tail = planFile(short.subarray(short.length - 300));
    await expect(inspectFile(tail.path, 'GEO_IP')).rejects.toThrow('cut short');
  });
});
