import * as z from 'zod/mini';
import { deadLetterGroupSchema, deadLetterSchema, letterIdSchema } from '../entities/dead-letter.ts';
import { idSchema } from '../ids.ts';
import { countSchema, pageQuery, paginationSchema, repeated, unixSecondsParameter } from '../parameters.ts';
import { defineCall, deletes, reads } from './define.ts';

export const DEAD_LETTERS_AT_ONCE = 1000;
/** Longer events are shown and edited in part, but exported whole. */
export const DEAD_LETTER_EVENT_MAX_BYTES = 262_144;
const TEXT_MAX_LENGTH = 200;

const sitePath = z.object({ siteId: idSchema('site') });
const letterPath = z.object({ siteId: idSchema('site'), letterId: letterIdSchema });
const name = z.string().check(z.minLength(1), z.maxLength(TEXT_MAX_LENGTH));

const choice = {
  pipelineId: z.optional(idSchema('pipeline')),
  componentId: z.optional(name),
  errorName: z.optional(name),
  text: z.optional(z.string().check(z.maxLength(TEXT_MAX_LENGTH))),
  fromUnixTimeSeconds: z.optional(unixSecondsParameter),
  /** Exclusive. */
  toUnixTimeSeconds: z.optional(unixSecondsParameter),
};

/** Letters by id, or all that match up to `upToId`, which excludes later ones. */
const chosen = {
  ...choice,
  ids: z.optional(z.array(letterIdSchema).check(z.minLength(1), z.maxLength(DEAD_LETTERS_AT_ONCE))),
  upToId: z.optional(letterIdSchema),
};

/** A change must name its letters, or say `all` of the site that match. */
const chosenForChange = { ...chosen, all: z._default(z.boolean(), false) };

export const SHOWS_EVENTS = {
  kind: 'resource',
  resource: 'PIPELINES',
  type: 'READ',
  grant: 'LIVE_CAPTURE',
} as const;

export const deadLetterCalls = {
  listDeadLetters: defineCall({
    method: 'GET',
    path: '/v1/site/{siteId}/dead-letters',
    summary: 'Dead letters of a site, the newest first, with the beginning of each event.',
    access: SHOWS_EVENTS,
    pathParameters: sitePath,
    query: z.object({ ...choice, ...pageQuery('time') }),
    response: z.object({
      deadLetters: z.array(deadLetterSchema),
      bytes: countSchema,
      /** Newest matching letter, for `upToId`; empty without any. */
      newestId: z.string(),
      pagination: paginationSchema,
    }),
  }),
  countDeadLetters: defineCall({
    method: 'GET',
    path: '/v1/site/{siteId}/dead-letters/counts',
    summary: 'How many dead letters each node has for each reason, and what became of earlier ones.',
    access: reads('PIPELINES'),
    pathParameters: sitePath,
    query: z.object({ pipelineIds: repeated(idSchema('pipeline')) }),
    response: z.object({
      groups: z.array(deadLetterGroupSchema),
      dropped: countSchema,
      replayed: countSchema,
      discarded: countSchema,
    }),
  }),
  getDeadLetter: defineCall({
    method: 'GET',
    path: '/v1/site/{siteId}/dead-letter/{letterId}',
    summary: 'One dead letter, with the first 256 KiB of its event.',
    access: SHOWS_EVENTS,
    pathParameters: letterPath,
    response: z.object({ deadLetter: deadLetterSchema }),
  }),
  editDeadLetter: defineCall({
    method: 'PUT',
    path: '/v1/site/{siteId}/dead-letter/{letterId}',
    summary: 'Replace the event of a dead letter, before it is replayed.',
    access: { ...SHOWS_EVENTS, type: 'WRITE' },
    pathParameters: letterPath,
    body: z.strictObject({
      revision: z.int().check(z.minimum(0)),
      event: z.string().check(z.minLength(1), z.maxLength(DEAD_LETTER_EVENT_MAX_BYTES)),
    }),
    response: z.object({ deadLetter: deadLetterSchema }),
  }),
  replayDeadLetters: defineCall({
    method: 'POST',
    path: '/v1/site/{siteId}/dead-letters/replay',
    summary:
      'Put dead letters back into their pipelines, at the node or at the start; those that are taken are removed.',
    access: { kind: 'resource', resource: 'PIPELINES', type: 'WRITE', grant: 'DEPLOY' },
    pathParameters: sitePath,
    body: z.strictObject({
      ...chosenForChange,
      to: z.enum(['node', 'start']),
      /** Required at the start when several sources lead to the node. */
      sourceId: z.optional(idSchema('node')),
      afterId: z.optional(letterIdSchema),
    }),
    response: z.object({
      replayed: countSchema,
      /** Taken, but not accepted by a destination yet; then they are removed. */
      underWay: countSchema,
      refused: countSchema,
      reason: z.string(),
      upToId: z.string(),
      /** Next `afterId`: one call replays at most 1,000 letters or 4 MiB. */
      next: z.optional(letterIdSchema),
    }),
  }),
  discardDeadLetters: defineCall({
    method: 'POST',
    path: '/v1/site/{siteId}/dead-letters/discard',
    summary: 'Permanently delete dead letters.',
    access: deletes('PIPELINES'),
    pathParameters: sitePath,
    body: z.strictObject(chosenForChange),
    response: z.object({ discarded: countSchema }),
  }),
  exportDeadLetters: defineCall({
    method: 'POST',
    path: '/v1/site/{siteId}/dead-letters/export',
    summary: 'Whole dead letters as lines of JSON, the oldest first, about 1 MiB at a time.',
    access: SHOWS_EVENTS,
    changesNothing: true,
    pathParameters: sitePath,
    body: z.strictObject({ ...chosen, afterId: z.optional(letterIdSchema) }),
    response: z.object({
      lines: z.string(),
      next: z.optional(letterIdSchema),
    }),
  }),
};
