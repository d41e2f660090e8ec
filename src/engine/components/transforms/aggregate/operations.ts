import type { Batch } from '../../../event/batch.ts';
import { shortKey } from '../../shared/event-key.ts';
import { Quantiles } from './quantiles.ts';

export const OPERATIONS = [
  'count',
  'sum',
  'min',
  'max',
  'avg',
  'p50',
  'p95',
  'p99',
  'first',
  'last',
  'distinct',
  'collect',
] as const;
export type Operation = (typeof OPERATIONS)[number];

export const MOST_DISTINCT = 10_000;
const ENTRY_BYTES = 48;

export type Gathered = {
  /** `member` is -1 when missing. Returns the added bytes. */
  add(batch: Batch, member: number): number;
  result(): string | null;
};

function readNumber(batch: Batch, member: number): number {
  if (batch.isNumber(member)) return batch.number(member);
  if (!batch.isString(member)) return Number.NaN;
  const text = batch.text(member);
  return text.trim() === '' ? Number.NaN : Number(text);
}

const formatNumber = (value: number): string | null =>
  Number.isFinite(value) ? JSON.stringify(value) : null;

function numbers(take: (value: number) => number, result: () => number): Gathered {
  let isEmpty = true;
  return {
    add(batch, member) {
      const value = member < 0 ? Number.NaN : readNumber(batch, member);
      if (!Number.isFinite(value)) return 0;
      isEmpty = false;
      return take(value);
    },
    result: () => (isEmpty ? null : formatNumber(result())),
  };
}

function folded(start: number, fold: (before: number, value: number) => number): Gathered {
  let sum = start;
  return numbers(
    (value) => {
      sum = fold(sum, value);
      return 0;
    },
    () => sum,
  );
}

function average(): Gathered {
  let sum = 0;
  let count = 0;
  return numbers(
    (value) => {
      sum += value;
      count++;
      return 0;
    },
    () => sum / count,
  );
}

function quantile(part: number): Gathered {
  const all = new Quantiles();
  return numbers(
    (value) => all.add(value),
    () => all.at(part),
  );
}

function counted(ofEvents: boolean): Gathered {
  let count = 0;
  return {
    add(_batch, member) {
      if (ofEvents || member >= 0) count++;
      return 0;
    },
    result: () => String(count),
  };
}

function kept(replaces: boolean): Gathered {
  let json: string | null = null;
  return {
    add(batch, member) {
      if (member < 0 || (json !== null && !replaces)) return 0;
      const before = json?.length ?? 0;
      json = batch.json(member);
      return json.length - before;
    },
    result: () => json,
  };
}

function distinct(): Gathered {
  const seen = new Set<string>();
  return {
    add(batch, member) {
      if (member < 0 || seen.size >= MOST_DISTINCT) return 0;
      const before = seen.size;
      const key = shortKey(batch.text(member));
      seen.add(key);
      return seen.size > before ? key.length + ENTRY_BYTES : 0;
    },
    result: () => String(seen.size),
  };
}

function collected(limit: number): Gathered {
  const values: string[] = [];
  return {
    add(batch, member) {
      if (member < 0 || values.length >= limit) return 0;
      const json = batch.json(member);
      values.push(json);
      return json.length + ENTRY_BYTES;
    },
    result: () => `[${values.join(',')}]`,
  };
}

export function gather(operation: Operation, ofEvents: boolean, limit: number): Gathered {
  switch (operation) {
    case 'count':
      return counted(ofEvents);
    case 'sum':
      return folded(0, (sum, value) => sum + value);
    case 'min':
      return folded(Number.POSITIVE_INFINITY, Math.min);
    case 'max':
      return folded(Number.NEGATIVE_INFINITY, Math.max);
    case 'avg':
      return average();
    case 'p50':
      return quantile(0.5);
    case 'p95':
      return quantile(0.95);
    case 'p99':
      return quantile(0.99);
    case 'first':
      return kept(false);
    case 'last':
      return kept(true);
    case 'distinct':
      return distinct();
    case 'collect':
      return collected(limit);
  }
}
