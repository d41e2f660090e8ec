import * as z from 'zod/mini';
import { assetNameSchema, checksumSchema } from '../../contract/entities/asset.ts';
import { configSchema, descriptionSchema, nameSchema } from '../../contract/entities/common.ts';
import { nodeMetaSchema } from '../../contract/entities/pipeline.ts';
import { ASSET_TYPES } from '../../contract/enums.ts';
import { GRAPH_MAX_NODES } from '../../contract/limits.ts';

/**
 * The form `penstock/v2` of pipelines as text. Everything goes by name, never by id:
 *
 * ```yaml
 * format: penstock/v2
 * files:              # name, type and SHA-256 of the uploaded files that transforms name; never their content
 * lookups:            # name and content of uploaded tables; only repositories have them, exports leave them out
 * sources:            # name, type, description, status (only INACTIVE is written), archive, config
 * destinations:       # the same but archive
 * pipelines:
 *   - name: Web logs
 *     description: …
 *     graph:
 *       - source: Web server
 *         to:
 *           - Parse
 *       - transform: Parse
 *         type: parse_json
 *         config: {…}
 *         outputs:    # in place of `to`, where the outputs of a node have names
 *           errors:
 *             - Alarms
 *       - destination: Archive
 *         notes: …    # a destination needs an entry only for notes and `disabled: true`
 * alerts:             # rules, see alert-rule-format.ts
 * ```
 *
 * A transform with `disabled: true` may have a configuration that is not valid yet.
 *
 * A name in `to` and `outputs` is a transform of the pipeline, else a destination; `{destination: Archive}`
 * tells a destination from a transform of the same name. `archive` of a source is the destination that all it
 * receives is archived to. What is empty is left out. A secret reads `{set: true}`, which keeps the stored one.
 *
 * `penstock/v1` differs in one thing: in its conditions, negative operators were false where the field is missing.
 * It is read, and gets `exists` where that keeps its meaning.
 */
const CONNECTION_STATUSES = ['ACTIVE', 'INACTIVE'] as const;

const connection = (label: string) =>
  z.strictObject({
    name: nameSchema(`${label} name`),
    type: z.string().check(z.minLength(1, 'Type is required')),
    description: z._default(descriptionSchema, ''),
    status: z._default(z.enum(CONNECTION_STATUSES), 'ACTIVE'),
    config: z._default(configSchema, {}),
  });
export const sourceSectionSchema = z.strictObject({
  ...connection('Source').shape,
  archive: z._default(z.string().check(z.trim()), ''),
});
export const destinationSectionSchema = connection('Destination');

export const fileSectionSchema = z.strictObject({
  name: assetNameSchema,
  type: z.enum(ASSET_TYPES),
  sha256: z.optional(checksumSchema),
});

export const lookupSectionSchema = z.strictObject({
  name: assetNameSchema,
  content: z.string().check(z.minLength(1, 'Content is required')),
});

const { notes, disabled } = nodeMetaSchema.shape;
const REF_RULE = 'must be the name of a transform or a destination, or {destination: name}';
const refSchema = z.union([z.string(), z.strictObject({ destination: z.string() })], { error: REF_RULE });
export type RefText = z.output<typeof refSchema>;

const refs = z.array(refSchema).check(z.maxLength(GRAPH_MAX_NODES));
const ways = {
  to: z.optional(refs),
  outputs: z.optional(z.record(z.string().check(z.minLength(1)), refs)),
};
const name = (label: string) => z.string().check(z.trim(), z.minLength(1, `${label} name is required`));

export const ENTRY_SCHEMAS = {
  source: z.strictObject({ source: name('Source'), notes, ...ways }),
  transform: z.strictObject({
    transform: nameSchema('Transform name'),
    type: z.string().check(z.minLength(1, 'Transform type is required')),
    description: z._default(descriptionSchema, ''),
    notes,
    disabled,
    config: z._default(configSchema, {}),
    ...ways,
  }),
  destination: z.strictObject({ destination: name('Destination'), notes, disabled }),
} as const;
export type EntryKey = keyof typeof ENTRY_SCHEMAS;
export const ENTRY_KEYS = Object.keys(ENTRY_SCHEMAS) as EntryKey[];

export const pipelineSectionSchema = z.strictObject({
  name: nameSchema('Pipeline name'),
  description: z._default(descriptionSchema, ''),
  graph: z._default(z.array(z.unknown()).check(z.maxLength(GRAPH_MAX_NODES)), []),
});

export const documentSchema = z.strictObject({
  format: z.unknown(),
  files: z._default(z.array(z.unknown()), []),
  lookups: z._default(z.array(z.unknown()), []),
  sources: z._default(z.array(z.unknown()), []),
  destinations: z._default(z.array(z.unknown()), []),
  pipelines: z._default(z.array(z.unknown()), []),
  alerts: z._default(z.array(z.unknown()), []),
});
