import { join } from 'node:path';
import { z } from 'zod';
import type { ArchiveFile } from '../../../archive-search/list-folder.ts';

const REMEMBERED = 10_000;

const unreadSchema = z.object({
  path: z.string(),
  name: z.string(),
  line: z.number(),
  reason: z.string(),
  /** For an unlisted folder: files up to this name were replayed. */
  after: z.optional(z.string()),
  span: z.optional(z.object({ from: z.number(), to: z.number() })),
});
export type UnreadPlace = z.output<typeof unreadSchema>;

const stateSchema = z.object({
  version: z.literal(1),
  attempt: z.number(),
  /** Earlier chunks are done; none before the first. */
  chunk: z.optional(z.number()),
  /** Start of the hour in Unix milliseconds; earlier ones are done. */
  hour: z.number(),
  /** Null before the first file of the hour. */
  file: z.object({ path: z.string(), name: z.string(), writtenAt: z.number().nullable() }).nullable(),
  /** Earlier lines are safe; null: the whole file is. */
  line: z.number().nullable(),
  micros: z.number(),
  events: z.number(),
  bytes: z.number(),
  filesDone: z.number(),
  bytesDone: z.number(),
  /** Size on disk of the current file's read part; 0 if unknown. */
  bytesPart: z.number(),
  isDone: z.boolean(),
  /** Stopped cleanly: nothing is repeated. */
  isClean: z.boolean(),
  resumed: z.number(),
  cutOff: z.optional(z.record(z.string(), z.number())),
  unread: z.array(unreadSchema),
  /** What this attempt has yet to read again. */
  again: z.array(unreadSchema),
  unreadCount: z.number(),
});
export type ReplayState = z.output<typeof stateSchema>;

const START: ReplayState = {
  version: 1,
  attempt: 1,
  hour: Number.MIN_SAFE_INTEGER,
  file: null,
  line: null,
  micros: 0,
  events: 0,
  bytes: 0,
  filesDone: 0,
  bytesDone: 0,
  bytesPart: 0,
  isDone: false,
  isClean: true,
  resumed: 0,
  unread: [],
  again: [],
  unreadCount: 0,
};

/** @throws when a saved position is unreadable: starting over would repeat everything */
export function readState(saved: string | null): ReplayState {
  if (saved === null) return START;
  return stateSchema.parse(JSON.parse(saved));
}

/** A further attempt retries what was not read completely. */
export function beginAttempt(state: ReplayState, attempt: number): ReplayState {
  if (attempt <= state.attempt) return state;
  if (!state.isDone) return { ...state, attempt };
  // What was not remembered stays unread, and is reported.
  const unreadCount = state.unreadCount - state.unread.length;
  return { ...state, attempt, isDone: false, again: state.unread, unread: [], unreadCount };
}

/** A window may have a million. */
const COMPARED = 1000;

/** The same place, noted for an adjacent time. */
function findNoted({ unread }: ReplayState, { path, line, after, span }: UnreadPlace): number {
  const first = unread.length - COMPARED;
  return unread.findLastIndex(
    (one, at) =>
      at >= first &&
      one.path === path &&
      one.line === line &&
      one.after === after &&
      (!one.span || !span || (one.span.to >= span.from && span.to >= one.span.from)),
  );
}

/** A folder that will be read again: its new entries are left to that. */
export const isNoted = (
  { unread }: ReplayState,
  path: string | undefined,
  { from, to }: NonNullable<UnreadPlace['span']>,
): boolean =>
  unread.some((one) => one.path === path && (!one.span || (one.span.from <= from && one.span.to >= to)));

/** A place met again, in another chunk or after a kill, counts once. */
export function addUnread(state: ReplayState, place: UnreadPlace): ReplayState {
  const { unread, unreadCount } = state;
  const at = findNoted(state, place);
  const noted = unread[at];
  if (noted) {
    const span = noted.span &&
      place.span && {
        from: Math.min(noted.span.from, place.span.from),
        to: Math.max(noted.span.to, place.span.to),
      };
    return { ...state, unread: unread.with(at, { ...noted, span }) };
  }
  return {
    ...state,
    unread: unread.length < REMEMBERED ? [...unread, place] : unread,
    unreadCount: unreadCount + 1,
  };
}

type Listed = Pick<ArchiveFile, 'path' | 'name' | 'writtenAt'>;

/** Files of an hour are replayed in the order written. */
export const compareFiles = (a: Omit<Listed, 'path'>, b: Omit<Listed, 'path'>): number =>
  a.writtenAt === b.writtenAt ? (a.name < b.name ? -1 : a.name > b.name ? 1 : 0) : a.writtenAt - b.writtenAt;

export const toPlace = ({ path, name, writtenAt }: Listed): NonNullable<ReplayState['file']> => ({
  path,
  name,
  writtenAt: Number.isFinite(writtenAt) ? writtenAt : null,
});

/** The place before a line of the current file. */
export function placeIn({ again }: ReplayState, file: Listed, line: number): Partial<ReplayState> {
  const [first, ...rest] = again;
  if (first) return { again: [{ ...first, line }, ...rest] };
  return { file: toPlace(file), line };
}

/** The rest of a folder that is read again: its next file, then what follows. */
export function enterFolder(folder: UnreadPlace, next: string | undefined): UnreadPlace[] {
  if (next === undefined) return [];
  const { path, name, reason, span } = folder;
  return [
    { path: join(path, next), name: `${name}/${next}`, line: 0, reason, span },
    { ...folder, after: next },
  ];
}
