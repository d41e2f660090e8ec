import { z } from 'zod';
import type { PropertyKind, SecretBinding } from '../../../contract/config-format.ts';
import type { AssetType } from '../../../contract/enums.ts';

export type Hints = {
  label: string;
  help: string;
  /** Only where the schema does not determine it (pattern, field path, secret …). */
  kind?: PropertyKind;
  assetTypes?: AssetType[];
  /** Secrets are kept only while it is unchanged. */
  bindsSecrets?: SecretBinding;
  group?: string;
  /** Shown with the required properties, not under Advanced. */
  essential?: boolean;
  placeholder?: string;
  unit?: string;
  options?: Record<string, string>;
  /** Applies only while another property has one of these values. */
  visibleWhen?: { property: string; oneOf: (string | boolean)[] };
};

export const hints = z.registry<Hints>();

/** Attach hints last, after `optional` and `default`. */
export function field<const S extends z.core.$ZodType>(schema: S, hint: Hints): S {
  hints.add(schema, hint);
  return schema;
}
