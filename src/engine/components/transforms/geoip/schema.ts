import { z } from 'zod';
import { refuse, targetPathText } from '../../schema/checks.ts';
import { defineComponent } from '../../schema/component.ts';
import { assetField, fieldPath, transformFields } from '../../schema/fields.ts';
import { field } from '../../schema/hints.ts';

const choice = (initial: boolean, label: string, names: string) =>
  field(z.boolean().default(initial), { label, help: `Adds ${names}.` });

export const geoipSchema = z
  .strictObject({
    file: assetField('Database', 'A GeoIP database: a file of the form MaxMind DB (.mmdb).', ['GEO_IP']),
    field: fieldPath('Address field', 'Holds an IPv4 or IPv6 address.', 'client.ip'),
    target: field(targetPathText().default('geo'), {
      label: 'Put the fields in',
      help: 'An object for the new fields.',
      kind: 'field',
    }),
    add: field(
      z
        .strictObject({
          country: choice(true, 'Country', 'country_iso_code, country_name and continent_code'),
          region: choice(true, 'Region', 'region_iso_code and region_name'),
          city: choice(true, 'City', 'city_name and postal_code'),
          location: choice(false, 'Location', 'location.lat, location.lon and timezone'),
          asn: choice(true, 'Network', 'asn and as_organization, where the database knows them'),
        })
        .prefault({}),
      { label: 'Fields', help: 'What is added, as far as the database knows it.' },
    ),
    language: field(z.string().trim().min(2).max(16).default('en'), {
      label: 'Language',
      help: 'Of names, such as en, de or pt-BR; where the database has none in it, the English one is taken.',
    }),
    existing: field(z.enum(['overwrite', 'keep']).default('overwrite'), {
      label: 'Existing fields',
      help: 'What happens to an existing value of the object for the fields.',
      options: { overwrite: 'Replace it', keep: 'Keep it' },
    }),
    onPrivate: field(z.enum(['pass', 'drop', 'error']).default('pass'), {
      label: 'Private addresses',
      help: 'Such as 10.0.0.1, 192.168.1.1, loopback and link-local ones: no database knows them.',
      options: {
        pass: 'Pass the event unchanged',
        drop: 'Drop the event',
        error: 'Treat it as an event that cannot be processed',
      },
    }),
    onMiss: field(z.enum(['pass', 'drop', 'error']).default('pass'), {
      label: 'When the address is not known',
      help: 'Also for an event without the field, or whose field holds no address.',
      options: {
        pass: 'Pass the event unchanged',
        drop: 'Drop the event',
        error: 'Treat it as an event that cannot be processed',
      },
    }),
    ...transformFields(),
  })
  .superRefine(({ add }, context) => {
    if (!Object.values(add).includes(true))
      refuse(context, ['add'], 'required', 'must have at least one of them');
  });
export type GeoipConfig = z.output<typeof geoipSchema>;

export const geoip = defineComponent({
  templateId: 'geoip',
  nodeType: 'TRANSFORM',
  name: 'Locate addresses (GeoIP)',
  version: '1.0.0',
  category: 'FUNCTION',
  group: 'Enrichment',
  description: 'Adds country, city and network of an IP address, from an uploaded database.',
  icon: 'map-pin',
  schema: geoipSchema,
});
