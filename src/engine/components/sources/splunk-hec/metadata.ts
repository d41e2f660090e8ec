import { HecRefusal } from './answers.ts';

const EXAMPLE_BYTES = 1024;
const NUMBER = /^-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

type Metadata = Map<string, string>;

export type Defaults = { readonly [name in 'time' | 'host' | 'source' | 'sourcetype' | 'index']?: string };

export type Rules = {
  readonly defaults: Defaults;
  readonly indexes: ReadonlySet<string>;
  readonly maxEventBytes: number;
  readonly most: number;
};

const TEXTS = ['host', 'source', 'sourcetype', 'index'] as const;

export function timeText(text: string, eventNumber: number): string | null {
  const bare = text.startsWith('"') ? text.slice(1, -1) : text;
  if (bare === '' || bare === 'null') return null;
  if (!NUMBER.test(bare))
    throw new HecRefusal('invalidFormat', { eventNumber, detail: 'time is not a number' });
  return bare;
}

export function checkIndex(json: string | undefined, { indexes }: Rules, eventNumber: number): void {
  if (json === undefined || indexes.size === 0) return;
  if (!indexes.has(String(JSON.parse(json)))) throw new HecRefusal('incorrectIndex', { eventNumber });
}

/** @throws HecRefusal */
export function defaultMetadata(rules: Rules): Metadata {
  const metadata: Metadata = new Map();
  const time = timeText(rules.defaults.time ?? '', 0);
  if (time !== null) metadata.set('time', time);
  for (const name of TEXTS) {
    const value = rules.defaults[name];
    if (value !== undefined && value !== '') metadata.set(name, JSON.stringify(value));
  }
  checkIndex(metadata.get('index'), rules, 0);
  return metadata;
}

export const isBlank = (body: Buffer): boolean => {
  for (const byte of body) if (byte > 32) return false;
  return true;
};

export const clipExample = (body: Buffer): string => body.toString('utf8', 0, EXAMPLE_BYTES);
