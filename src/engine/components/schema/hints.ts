import { z } from 'zod';
import type { PropertyKind } from '../../../contract/config-format.ts';
import type { AssetType } from '../../../contract/enums.ts';

/** How one property of a component looks in a form; what it accepts comes from its schema. */
export type Hints = {
  label: string;
  help: string;
  /** Only where the schema alone does not tell it (a pattern, a field path, a secret …). */
  kind?: PropertyKind;
  /** Of an `asset`: types of files that fit. */
  assetTypes?: AssetType[];
  /** Heading above the property; properties of one group stand together. `General` when left out. */
  group?: string;
  placeholder?: string;
  unit?: string;
  /** Labels of the values of a choice. */
  options?: Record<string, string>;
  /** The property applies only while another one has one of these values. */
  visibleWhen?: { property: string; oneOf: (string | boolean)[] };
};

export const hints = z.registry<Hints>();

/** A property: its schema with its hints. Wrap first (`optional`, `default`), hint last. */
export function field<const S extends z.core.$ZodType>(schema: S, hint: Hints): S {
  hints.add(schema, hint);
  return schema;
}
