import * as z from 'zod/mini';
import { isId } from '../../../../contract/ids.ts';
import { sessionStore } from '../../../actors/storage.ts';
import type { StartStep } from './start-clip.ts';

/** Transforms that a new pipeline begins with, handed over in this tab (R4-82). */
const KEY = 'penstock.createTransforms';

const stepsSchema = z.array(
  z.object({
    name: z.string().check(z.minLength(1)),
    templateId: z.string().check(z.minLength(1)),
    description: z.optional(z.string()),
    config: z.record(z.string(), z.unknown()),
  }),
);

/** Hands transforms over to the next pipeline that is created in this tab. They hold no secrets. */
export const storeCreateTransforms = (steps: readonly StartStep[]): void =>
  sessionStore.write(KEY, JSON.stringify(steps));

/** The transforms handed over, once: what was read is cleared (R4-83). */
export function takeCreateTransforms(): StartStep[] {
  const text = sessionStore.read(KEY);
  sessionStore.remove(KEY);
  if (text === undefined) return [];
  try {
    const read = z.safeParse(stepsSchema, JSON.parse(text));
    return read.success ? read.data : [];
  } catch {
    return [];
  }
}

export type Prefill = {
  /** A source of the site. */
  sourceId: string | undefined;
  /** Or the type of a source to be made. */
  sourceType: string | undefined;
  /** The destination that the source is to be archived to. */
  archiveId: string | undefined;
};

const idOf = (value: string | null): string | undefined =>
  value !== null && isId(value, 'node') ? value : undefined;

/** What the address says of the source (R3-11): an id, or for `sourceConfig` a type of source. */
export function prefillOf(search: string): Prefill {
  const query = new URLSearchParams(search);
  const source = query.get('sourceConfig');
  return {
    sourceId: idOf(source),
    sourceType: source !== null && /^[a-z_]{1,40}$/.test(source) ? source : undefined,
    archiveId: idOf(query.get('sourceArchivalConfig')),
  };
}
