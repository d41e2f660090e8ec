import { readFile } from 'node:fs/promises';
import { isIP } from 'node:net';
import { type AsnResponse, type CityResponse, Reader } from 'mmdb-lib';
import { getErrorMessage } from '../../../../contract/values.ts';
import type { Batch } from '../../../event/batch.ts';
import { type AddressBlock, inBlock, parseCidr } from '../../../event/cidr.ts';
import { parsePath } from '../../../event/path.ts';
import type { PlanFile } from '../../../types/plan.ts';
import { requireFile, SharedFiles } from '../../shared/files/shared-files.ts';
import { RecentMap } from '../../shared/recent-map.ts';
import { ComponentError, type ComponentProblem, type TransformComponent } from '../../types.ts';
import { inTheWay } from '../problems.ts';
import { type GeoipConfig, geoipSchema } from './schema.ts';

/** Each kind of database has some of these fields. */
type GeoRecord = Partial<CityResponse> & Partial<AsnResponse>;

class GeoDatabase {
  readonly #reader: Reader<CityResponse>;

  constructor(bytes: Buffer) {
    this.#reader = new Reader<CityResponse>(bytes);
  }

  /** @param address valid, without a zone */
  find(address: string): GeoRecord | null {
    return this.#reader.get(address);
  }
}

async function readDatabase({ name, path }: PlanFile): Promise<GeoDatabase> {
  try {
    return new GeoDatabase(await readFile(path));
  } catch (error) {
    const why = getErrorMessage(error);
    throw new ComponentError({
      errorName: 'GeoDatabaseInvalid',
      message: `The database '${name}' cannot be read: ${why}`,
      causes: ['The file is not a MaxMind database, or is cut short'],
      resolutions: [`Download it again, and replace '${name}' under Settings, Files`],
    });
  }
}

const geoDatabases = new SharedFiles(readDatabase);

const filled = (fields: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined && value !== ''));

/**
 * Elastic Common Schema fields (https://www.elastic.co/docs/reference/ecs/ecs-geo); undefined when there are
 * none.
 */
function describe(
  record: GeoRecord,
  { add, language }: Pick<GeoipConfig, 'add' | 'language'>,
): Record<string, unknown> | undefined {
  const pickName = (names: object | undefined): unknown =>
    names && (Reflect.get(names, language) ?? Reflect.get(names, 'en'));
  const { country, continent, subdivisions, city, postal, location } = record;
  const [region] = subdivisions ?? [];
  const described = {
    ...(add.country &&
      filled({
        continent_code: continent?.code,
        country_iso_code: country?.iso_code,
        country_name: pickName(country?.names),
      })),
    ...(add.region && filled({ region_iso_code: region?.iso_code, region_name: pickName(region?.names) })),
    ...(add.city && filled({ city_name: pickName(city?.names), postal_code: postal?.code })),
    ...(add.location &&
      filled({
        location: location && filled({ lat: location.latitude, lon: location.longitude }),
        timezone: location?.time_zone,
      })),
    ...(add.asn &&
      filled({
        asn: record.autonomous_system_number,
        as_organization: record.autonomous_system_organization,
      })),
  };
  return Object.keys(described).length === 0 ? undefined : described;
}

const PRIVATE = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.168.0.0/16',
  '::/128',
  '::1/128',
  'fc00::/7',
  'fe80::/10',
]
  .map(parseCidr)
  .filter((block): block is AddressBlock => block !== null);

/** Includes shared, loopback and link-local addresses. */
const isPrivate = (address: string): boolean => PRIVATE.some((block) => inBlock(address, block));

const MAPPED = /^::ffff:(\d{1,3}(?:\.\d{1,3}){3})$/i;

/** Without zone; IPv4-mapped becomes IPv4. Null for other text. */
function findAddress(text: string): string | null {
  const address = text.trim().split('%')[0] ?? '';
  if (isIP(address) === 0) return null;
  return MAPPED.exec(address)?.[1] ?? address;
}

/** Cache size, because logs repeat addresses. */
const ADDRESSES_KEPT = 20_000;
/** Longer texts cannot be addresses. */
const ADDRESS_MAX_LENGTH = 64;

type Found = Buffer | 'private' | 'unknown';

const createProblem = (errorName: string, message: string, cause: string): ComponentProblem => ({
  errorName,
  message,
  causes: [cause],
  resolutions: ['Add a condition so that such events do not come here', 'Pass such events unchanged'],
});

export const geoipTransform: TransformComponent = {
  load: (_config, files) => geoDatabases.get(requireFile(files, 'file')),

  create(input, context) {
    const config = geoipSchema.parse(input);
    const database = context.loaded;
    if (!(database instanceof GeoDatabase)) throw new Error('the database was not loaded');
    const { field, target, existing, onMiss, onPrivate } = config;
    const from = parsePath(field);
    const to = parsePath(target);
    const blocked = inTheWay(target);
    const private_ = createProblem(
      'AddressPrivate',
      `The address in ${field} is not a public address`,
      'Traffic within a private network uses such addresses',
    );
    const unknown = createProblem(
      'AddressUnknown',
      `The database '${config.file}' has no entry for the value of ${field}`,
      'The field is missing, holds no address, or one that nobody uses',
    );
    const known = new RecentMap<Found>(ADDRESSES_KEPT);

    const find = (text: string): Found => {
      const address = text.length > ADDRESS_MAX_LENGTH ? null : findAddress(text);
      if (address === null) return 'unknown';
      if (isPrivate(address)) return 'private';
      const record = database.find(address);
      const described = record && describe(record, config);
      return described ? Buffer.from(JSON.stringify(described)) : 'unknown';
    };
    const lookUp = (batch: Batch, event: number): Found => {
      const member = batch.get(event, from);
      if (member < 0) return 'unknown';
      const text = batch.text(member);
      const former = known.get(text);
      if (former !== undefined) return former;
      const found = find(text);
      if (text.length <= ADDRESS_MAX_LENGTH) known.set(text, found);
      return found;
    };

    return {
      process(batch, event) {
        const found = lookUp(batch, event);
        if (typeof found === 'string') {
          const what = found === 'private' ? onPrivate : onMiss;
          if (what === 'drop') batch.drop(event);
          else if (what === 'error') context.fail(batch, event, found === 'private' ? private_ : unknown);
          return;
        }
        if (existing === 'keep' && batch.get(event, to) >= 0) return;
        if (!batch.setTrusted(event, to, found)) context.fail(batch, event, blocked);
      },
    };
  },
};
