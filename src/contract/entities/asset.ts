import * as z from 'zod/mini';
import { ASSET_TYPES, type AssetType } from '../enums.ts';
import { idSchema } from '../ids.ts';
import { nameSchema, revisionSchema, timeSchema } from './common.ts';

const MB = 1_000_000;

/**
 * Dynamic lookups cannot be uploaded: nothing refreshes them. Nor secrets: the form that uses them binds them
 * to an address.
 */
export const UPLOAD_TYPES = [
  'LOOK_UP_DATA',
  'GEO_IP',
  'LOG_SAMPLE',
  'DATAGEN_LOG_SAMPLE',
  'DATA',
] as const satisfies readonly AssetType[];
export type UploadType = (typeof UPLOAD_TYPES)[number];

export const ASSET_TYPE_NAMES: Record<AssetType, string> = {
  LOOK_UP_DATA: 'Lookup table',
  GEO_IP: 'GeoIP database',
  LOG_SAMPLE: 'Log sample',
  DATAGEN_LOG_SAMPLE: 'Generator sample',
  DATA: 'Data',
  SECRET: 'Secret',
  DYNAMIC_LOOK_UP: 'Dynamic lookup',
};

export const ASSET_MAX_BYTES: Record<UploadType, number> = {
  LOOK_UP_DATA: 64 * MB,
  GEO_IP: 256 * MB,
  LOG_SAMPLE: 16 * MB,
  DATAGEN_LOG_SAMPLE: 16 * MB,
  DATA: 64 * MB,
};
/** A table in a site's repository is part of a reviewed file. */
export const REPOSITORY_LOOKUP_MAX_BYTES = 512_000;
export const ASSETS_MAX_COUNT = 1000;
export const ASSETS_MAX_BYTES = 4096 * MB;

export const CSV_COLUMN_TYPES = ['integer', 'number', 'boolean', 'address', 'text', 'empty'] as const;
export type CsvColumnType = (typeof CSV_COLUMN_TYPES)[number];

export const CSV_DELIMITERS = [',', ';', '\t', '|'] as const;

const csvSummarySchema = z.object({
  kind: z.literal('csv'),
  delimiter: z.enum(CSV_DELIMITERS),
  columns: z.array(z.object({ name: z.string(), type: z.enum(CSV_COLUMN_TYPES) })),
  rowCount: z.int(),
});
export type CsvSummary = z.output<typeof csvSummarySchema>;

export const assetSummarySchema = z.discriminatedUnion('kind', [
  csvSummarySchema,
  z.object({
    kind: z.literal('geoip'),
    databaseType: z.string(),
    builtAt: timeSchema,
    ipVersion: z.int(),
    languages: z.array(z.string()),
  }),
  z.object({ kind: z.literal('text'), lineCount: z.int() }),
  z.object({ kind: z.literal('data') }),
  z.object({ kind: z.literal('secret') }),
]);
export type AssetSummary = z.output<typeof assetSummarySchema>;

export const assetUserSchema = z.object({
  pipelineId: idSchema('pipeline'),
  pipelineName: z.string(),
  nodeId: idSchema('transform'),
  nodeName: z.string(),
});
export type AssetUser = z.output<typeof assetUserSchema>;

/** Pipelines refer to it by name, so the name is fixed. */
export const assetSchema = z.object({
  id: idSchema('asset'),
  name: z.string(),
  assetType: z.enum(ASSET_TYPES),
  siteIds: z.array(idSchema('site')),
  sizeBytes: z.int(),
  /** SHA-256 in hexadecimal; empty for secrets, since it would help to guess them. */
  checksum: z.string(),
  summary: assetSummarySchema,
  usedBy: z.array(assetUserSchema),
  /** `missing`: deleted from the data folder. */
  content: z.enum(['ready', 'missing']),
  revision: revisionSchema,
  createdAt: timeSchema,
  updatedAt: timeSchema,
  updatedBy: z.string(),
});
export type Asset = z.output<typeof assetSchema>;

/** Letters of any script, digits, spaces and marks; no path separators or invisible characters. */
export const assetNameSchema = nameSchema('File name').check(
  z.refine((name) => !/[/\\]/.test(name), { error: 'File name must not contain / or \\' }),
  z.refine((name) => !/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.test(name), {
    error: 'File name must not contain control or invisible characters',
  }),
  z.refine((name) => !/^\.+$/.test(name), { error: 'File name must not be dots alone' }),
);

export const checksumSchema = z
  .string()
  .check(z.regex(/^[0-9a-f]{64}$/, 'must be 64 hexadecimal digits in lower case'));
