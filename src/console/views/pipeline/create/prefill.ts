import * as z from 'zod/mini';
import { isId } from '../../../../contract/ids.ts';
import { sessionStore } from '../../../lib/storage.ts';
import type { StartStep } from './start-clip.ts';

const KEY = 'penstock.createTransforms';

const stepsSchema = z.array(
  z.object({
    name: z.string().check(z.minLength(1)),
    templateId: z.string().check(z.minLength(1)),
    description: z.optional(z.string()),
    config: z.record(z.string(), z.unknown()),
  }),
);

/** Passes transforms to the next pipeline created in this tab. They contain no secrets. */
export const storeCreateTransforms = (steps: readonly StartStep[]): void =>
  sessionStore.write(KEY, JSON.stringify(steps));

export const forgetCreateTransforms = (): void => sessionStore.remove(KEY);

export function readCreateTransforms(): StartStep[] {
  const text = sessionStore.read(KEY);
  if (text === undefined) return [];
  try {
    const read = z.safeParse(stepsSchema, JSON.parse(text));
    return read.success ? read.data : [];
  } catch {
    return [];
  }
}

export type Prefill = {
  sourceId: string | undefined;
  /** Template of a source to create. */
  sourceType: string | undefined;
  archiveId: string | undefined;
};

const parseNodeId = (value: string | null): string | undefined =>
  value !== null && isId(value, 'node') ? value : undefined;

/** Reads the source from the address: an id, or for `sourceConfig` a type of source. */
export function parsePrefill(search: string): Prefill {
  const query = new URLSearchParams(search);
  const source = query.get('sourceConfig');
  return {
    sourceId: parseNodeId(source),
    sourceType: source !== null && /^[a-z_]{1,40}$/.test(source) ? source : undefined,
    archiveId: parseNodeId(query.get('sourceArchivalConfig')),
  };
}
