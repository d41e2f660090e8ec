import type { NodeType } from '../contract/enums.ts';

/** Beside the place of a new transform. */
export type Neighbor = {
  readonly nodeType: NodeType;
  readonly templateId: string;
  readonly config: Readonly<Record<string, unknown>>;
  readonly isDisabled?: boolean;
};
export type Place = { readonly before: readonly Neighbor[]; readonly after: readonly Neighbor[] };

/** They need fields, which a line of text lacks. */
const NEEDS_FIELDS: readonly string[] = ['flatten', 'unroll', 'remove_fields', 'keep_fields'];

/** A serializer without a target field makes a line of text. */
const writesText = ({ templateId, config, isDisabled }: Neighbor): boolean =>
  templateId === 'serialise' && !config.target && !isDisabled;

/** Why this type does not fit. */
export function findMisfit(templateId: string, { before, after }: Place): string | undefined {
  if (before.some(({ nodeType }) => nodeType === 'SINK')) return 'Nothing comes after a destination';
  if (after.some(({ nodeType }) => nodeType === 'SOURCE')) return 'Nothing comes before a source';
  if (before.length > 0 && before.every(writesText) && NEEDS_FIELDS.includes(templateId))
    return 'Events are lines of text here, without fields; parse them first';
  return undefined;
}
