import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { LOG_EXPORT_EVENTS_MAX, type LogExport } from '../../contract/entities/log-search.ts';
import { ContractError } from '../../contract/errors.ts';
import { toCount } from '../../contract/parameters.ts';
import { getErrorMessage } from '../../contract/values.ts';
import type {
  ArchivePlace,
  ArchiveRows,
  ArchiveRowsSearch,
  ArchiveSearches,
  UnreadFile,
} from '../../engine/port.ts';
import type { Log } from '../log.ts';
import { toLogRow, toSearchRefusal } from './answers.ts';
import type { ExportText } from './export-text.ts';

/** Ends exports that are not fetched. */
const WAITING_MS = 60_000;
/** Ends exports that are not read, as with a paused download. */
const STALLED_MS = 600_000;
const KEEP_MS = 600_000;
const EXPORTS_MAX = 50;
const UNDER_WAY_MAX = 8;
const UNDER_WAY_OF_ONE_MAX = 3;
const UNREAD_MAX = 20;
/** Each page searches the newest remaining hour, so few large pages are faster. */
const PAGE = { limit: 25_000, maxBytes: 8_000_000 };
const CHUNK_ROWS = 1000;

export type ExportRequest = {
  readonly siteId: string;
  readonly owner: string;
  readonly search: Omit<ArchiveRowsSearch, 'limit' | 'maxBytes' | 'after'>;
  readonly unread: readonly UnreadFile[];
  readonly text: ExportText;
};

export type FetchTools = {
  /** Before each page: the right may be revoked. @throws ContractError */
  admit(): Promise<void>;
  /** Waits for a turn. @throws ContractError TOO_MANY_REQUESTS */
  inTurn<T>(work: () => Promise<T>): Promise<T>;
};

type Held = ExportRequest & {
  readonly id: string;
  readonly control: AbortController;
  readonly unreadFiles: Map<string, UnreadFile>;
  state: LogExport['state'];
  reason: string;
  events: number;
  bytes: number;
  isCut: boolean;
  unreadCount: number;
  timer: NodeJS.Timeout | undefined;
};

/** Files written while they are fetched, and their results. */
export type LogExports = {
  /** @throws ContractError TOO_MANY_REQUESTS */
  prepare(request: ExportRequest): LogExport;
  find(siteId: string, owner: string, id: string): LogExport | undefined;
  /**
   * The file, once. It continues as it is read, and ends with an error when incomplete.
   * @throws ContractError CONFLICT when fetched before
   */
  fetch(siteId: string, owner: string, id: string, tools: FetchTools): ExportStream | undefined;
  cancel(siteId: string, owner: string, id: string): LogExport | undefined;
  stop(): void;
};
export type ExportStream = { readonly type: string; readonly stream: ReadableStream<Uint8Array> };

const isUnderWay = ({ state }: Held): boolean => state === 'WAITING' || state === 'RUNNING';

const toAnswer = ({
  id,
  state,
  reason,
  events,
  bytes,
  isCut,
  unreadFiles,
  unreadCount,
}: Held): LogExport => ({
  id,
  state,
  reason,
  eventCount: toCount(events),
  bytes: toCount(bytes),
  isCut,
  unread: [...unreadFiles.values()].slice(0, UNREAD_MAX),
  unreadCount: Math.max(unreadCount, unreadFiles.size),
});

/** @param pageSize for tests */
export function createLogExports(
  searches: Pick<ArchiveSearches, 'rows'>,
  log: Log,
  { eventsMax = LOG_EXPORT_EVENTS_MAX, page = PAGE } = {},
): LogExports {
  const held = new Map<string, Held>();

  const end = (one: Held, state: LogExport['state'], reason = ''): void => {
    if (!isUnderWay(one)) return;
    one.state = state;
    one.reason = reason;
    clearTimeout(one.timer);
    one.timer = setTimeout(() => held.delete(one.id), KEEP_MS);
    one.timer.unref();
    one.control.abort(new Error(reason));
  };
  const endAfter = (one: Held, ms: number, reason: string): void => {
    clearTimeout(one.timer);
    one.timer = setTimeout(() => end(one, 'CANCELED', reason), ms);
    one.timer.unref();
  };
  const findOf = (siteId: string, owner: string, id: string): Held | undefined => {
    const one = held.get(id);
    return one?.siteId === siteId && one.owner === owner ? one : undefined;
  };

  const makeRoom = (owner: string): void => {
    const underWay = [...held.values()].filter(isUnderWay);
    const isFull = underWay.length >= UNDER_WAY_MAX;
    if (isFull || underWay.filter((one) => one.owner === owner).length >= UNDER_WAY_OF_ONE_MAX) {
      const whose = isFull ? `${UNDER_WAY_MAX} exports` : `${UNDER_WAY_OF_ONE_MAX} of your exports`;
      throw new ContractError('TOO_MANY_REQUESTS', `${whose} are under way; wait for one, or cancel it`, {
        retryAfterSeconds: 5,
      });
    }
    const ended = [...held.values()].find((one) => !isUnderWay(one));
    if (held.size >= EXPORTS_MAX && ended) {
      clearTimeout(ended.timer);
      held.delete(ended.id);
    }
  };

  const note = (one: Held, { reading }: ArchiveRows): void => {
    for (const file of reading.unread) one.unreadFiles.set(`${file.file}\n${file.reason}`, file);
    // Pages of the same hour name the same files.
    one.unreadCount = Math.max(one.unreadCount, one.unread.length + reading.unreadCount);
  };

  async function search(one: Held, after: ArchivePlace | undefined, { admit, inTurn }: FetchTools) {
    const { signal } = one.control;
    const limit = Math.min(page.limit, eventsMax - one.events);
    for (;;) {
      await admit();
      try {
        return await inTurn(() => searches.rows({ ...one.search, ...page, limit, after }, { signal }));
      } catch (error) {
        if (!(error instanceof ContractError) || error.code !== 'TOO_MANY_REQUESTS') throw error;
        await delay((error.retryAfterSeconds ?? 1) * 1000, undefined, { signal });
      }
    }
  }

  async function* write(one: Held, tools: FetchTools): AsyncGenerator<string> {
    const { text } = one;
    yield text.head;
    for (let after: ArchivePlace | undefined; ; ) {
      const found = await search(one, after, tools);
      note(one, found);
      for (let from = 0; from < found.rows.length; from += CHUNK_ROWS) {
        const rows = found.rows.slice(from, from + CHUNK_ROWS).map(toLogRow);
        const part = text.rows(rows, one.events === 0);
        one.events += rows.length;
        yield part;
      }
      after = found.next;
      if (!after) break;
      if (one.events >= eventsMax) {
        one.isCut = true;
        break;
      }
    }
    yield text.end;
  }

  return {
    prepare(request) {
      makeRoom(request.owner);
      const one: Held = {
        ...request,
        id: randomUUID(),
        control: new AbortController(),
        unreadFiles: new Map(request.unread.map((file) => [`${file.file}\n${file.reason}`, file])),
        state: 'WAITING',
        reason: '',
        events: 0,
        bytes: 0,
        isCut: false,
        unreadCount: request.unread.length,
        timer: undefined,
      };
      held.set(one.id, one);
      endAfter(one, WAITING_MS, 'Its file was not fetched within a minute');
      return toAnswer(one);
    },
    find(siteId, owner, id) {
      const one = findOf(siteId, owner, id);
      return one && toAnswer(one);
    },
    fetch(siteId, owner, id, tools) {
      const one = findOf(siteId, owner, id);
      if (!one) return undefined;
      if (one.state !== 'WAITING')
        throw new ContractError('CONFLICT', 'The file of an export can be fetched once; export again');
      one.state = 'RUNNING';
      clearTimeout(one.timer);
      const parts = write(one, tools);
      const { signal } = one.control;
      const stream = new ReadableStream<Uint8Array>(
        {
          start: (controller) =>
            // An incomplete file must not end like a complete one.
            signal.addEventListener('abort', () => {
              if (one.state !== 'DONE') controller.error(signal.reason);
            }),
          pull: async (controller) => {
            clearTimeout(one.timer);
            try {
              for (;;) {
                const { done, value } = await parts.next();
                signal.throwIfAborted();
                if (done) {
                  // Requested once everything before was read.
                  end(one, 'DONE');
                  controller.close();
                  return;
                }
                if (value === '') continue;
                const bytes = Buffer.from(value);
                one.bytes += bytes.length;
                endAfter(one, STALLED_MS, 'Nothing of its file was read for ten minutes');
                controller.enqueue(bytes);
                return;
              }
            } catch (error) {
              const refusal = toSearchRefusal(error);
              if (isUnderWay(one) && !(refusal instanceof ContractError))
                log.error({ err: error }, 'an export of events failed');
              end(one, 'FAILED', getErrorMessage(refusal));
            }
          },
          cancel: () => end(one, 'CANCELED', 'The connection was cut'),
        },
        { highWaterMark: 0 },
      );
      return { type: one.text.type, stream };
    },
    cancel(siteId, owner, id) {
      const one = findOf(siteId, owner, id);
      if (one) end(one, 'CANCELED', 'It was canceled');
      return one && toAnswer(one);
    },
    stop() {
      for (const one of held.values()) {
        end(one, 'FAILED', 'The service was stopped');
        clearTimeout(one.timer);
      }
      held.clear();
    },
  };
}
