import type { ConfigProperty } from '../../../../contract/config-format.ts';
import { formatQuantity, isQuantityUnit } from '../../../../contract/quantity.ts';

const NUMBERS = new Intl.NumberFormat('en-US', { maximumFractionDigits: 20 });

const formatNumber = (value: number, unit: string | undefined): string =>
  isQuantityUnit(unit) ? formatQuantity(value, unit) : NUMBERS.format(value);

/** Kinds whose control always shows the value, even the default. */
const IN_SIGHT = ['boolean', 'condition', 'object', 'objects', 'list', 'map', 'fields', 'secret'];

/** With unit or option label; undefined where the control shows it. */
export function formatDefault(property: ConfigProperty): string | undefined {
  const { kind, unit, options } = property;
  const value = property.default;
  if (value === undefined || IN_SIGHT.includes(kind)) return undefined;
  if (typeof value === 'number')
    return unit && !isQuantityUnit(unit) ? `${NUMBERS.format(value)} ${unit}` : formatNumber(value, unit);
  if (typeof value !== 'string') return undefined;
  if (value === '') return 'empty';
  return options?.find((option) => option.value === value)?.label ?? value;
}

/** `1 to 65,535`, `1 KiB to 64 MiB`, `At least 1`; undefined without bounds. */
export function formatBounds({ kind, min, max, unit }: ConfigProperty): string | undefined {
  if (kind !== 'integer' && kind !== 'number') return undefined;
  if (min !== undefined && max !== undefined)
    return `${formatNumber(min, unit)} to ${formatNumber(max, unit)}`;
  if (min !== undefined) return `At least ${formatNumber(min, unit)}`;
  return max === undefined ? undefined : `At most ${formatNumber(max, unit)}`;
}

export function formatHelp(property: ConfigProperty): string | undefined {
  const range = formatBounds(property);
  const parts = [property.help, range && `${range}.`].filter(Boolean);
  return parts.length === 0 ? undefined : parts.join(' ');
}
