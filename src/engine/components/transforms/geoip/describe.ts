import type { GeoRecord } from './database.ts';
import type { GeoipConfig } from './schema.ts';

const filled = (fields: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined && value !== ''));

/**
 * Elastic Common Schema fields (https://www.elastic.co/docs/reference/ecs/ecs-geo); undefined when there are
 * none.
 */
export function describe(
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
