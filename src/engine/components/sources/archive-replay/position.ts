import { join } from 'node:path';
import { z } from 'zod';
import type { ArchiveFile } from '../../../archive-search/list-folder.ts';

/** Files that could not be read whole are remembered up to this number, to be read again. */
const REMEMBERED = 10_000;

const unreadSchema = z.object({
  path: z.string(),
  name: z.string(),
  /** Lines before it were replayed. */
  line: z.number(),
  reason: z.string(),
  /** Of a folder that could not be listed: files up to this name were replayed. */
  after: z.optional(z.string()),
  /** Which events of it, where that is not the whole window. */
  span: z.optional(z.object({ from: z.number(), to: z.number() })),
});
export type UnreadPlace = z.output<typeof unreadSchema>;

const stateSchema = z.object({
  version: z.literal(1),
  attempt: z.number(),
  /** Earlier ones are done; none before the first. */
  chunk: z.optional(z.number()),
  /** Start of the hour in Unix milliseconds; earlier ones are done. */
  hour: z.number(),
  /** Null before the first file of the hour. */
  file: z.object({ path: z.string(), name: z.string(), writtenAt: z.number().nullable() }).nullable(),
  /** Lines before it are safe; null: the whole file is. */
  line: z.number().nullable(),
  micros: z.number(),
  events: z.number(),
  bytes: z.number(),
  filesDone: z.number(),
  /** On disk, of files that are done. */
  bytesDone: z.number(),
  /** On disk, of the file that is being read; 0 where that cannot be told. */
  bytesPart: z.number(),
  isDone: z.boolean(),
  /** Stopped in good order, so that nothing is repeated. */
  isClean: z.boolean(),
  resumed: z.number(),
  /** By component. */
  cutOff: z.optional(z.record(z.string(), z.number())),
  unread: z.array(unreadSchema),
  /** What is left to read again in this attempt. */
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

/** @throws when a saved position cannot be read: to begin again would repeat everything */
export function readState(saved: string | null): ReplayState {
  if (saved === null) return START;
  return stateSchema.parse(JSON.parse(saved));
}

/** A further attempt reads again what was not read whole. */
export function beginAttempt(state: ReplayState, attempt: number): ReplayState {
  if (attempt <= state.attempt) return state;
  if (!state.isDone) return { ...state, attempt };
  // What was not remembered stays unread, and is said.
  const unreadCount = state.unreadCount - state.unread.length;
  return { ...state, attempt, isDone: false, again: state.unread, unread: [], unreadCount };
}

/** A window may have a million of them. */
const COMPARED = 1000;

/** The same place, noted before for a time that touches this one. */
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

/** A folder that is read again for a time: what comes of it meanwhile is left to that. */
export const isNoted = (
  { unread }: ReplayState,
  path: string | undefined,
  { from, to }: NonNullable<UnreadPlace['span']>,
): boolean =>
  unread.some((one) => one.path === path && (!one.span || (one.span.from <= from && one.span.to >= to)));

/** A place that is met again, in another chunk or after a kill, is one. */
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

/** Order in which files of an hour are replayed: as they were written. */
export const compareFiles = (a: Omit<Listed, 'path'>, b: Omit<Listed, 'path'>): number =>
  a.writtenAt === b.writtenAt ? (a.name < b.name ? -1 : a.name > b.name ? 1 : 0) : a.writtenAt - b.writtenAt;

/** As a file stands in the state. */
export const toPlace = ({ path, name, writtenAt }: Listed): NonNullable<ReplayState['file']> => ({
  path,
  name,
  writtenAt: Number.isFinite(writtenAt) ? writtenAt : null,
});

/** The place before a line of a file that is read at the moment. */
export function placeIn({ again }: ReplayState, file: Listed, line: number): Partial<ReplayState> {
  const [first, ...rest] = again;
  if (first) return { again: [{ ...first, line }, ...rest] };
  return { file: toPlace(file), line };
}

/** What is left of a folder that is read again: its next file, then what comes behind that. */
export function enterFolder(folder: UnreadPlace, next: string | undefined): UnreadPlace[] {
  if (next === undefined) return [];
  const { path, name, reason, span } = folder;
  return [
    { path: join(path, next), name: `${name}/${next}`, line: 0, reason, span },
    { ...folder, after: next },
  ];
}
