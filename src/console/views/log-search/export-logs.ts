import type { LogRow } from '../../../contract/entities/log-search.ts';
import { callApi } from '../../api/call-api.ts';
import { reportApiError } from '../../api/report-error.ts';
import type { LogQueryBody } from '../../components/log-query/use-log-count.ts';
import { formatExact } from '../../lib/format.ts';
import { notify } from '../../state/toasts.ts';
import { parseEvent } from './event-fields.ts';

/** More would not fit into the memory of a page. */
const ROWS_MAX = 100_000;
const PAGE_ROWS = 10_000;

/**
 * Reads the rows of a query for a file, newest first, at most 100,000; what is left out is said.
 * @returns undefined when it failed, which was shown
 */
export async function readLogRows(body: LogQueryBody): Promise<readonly LogRow[] | undefined> {
  notify({ message: 'Matching events are read for the file', status: 'info' });
  const rows: LogRow[] = [];
  let unread = 0;
  try {
    for (let cursor: string | undefined; ; ) {
      const limit = Math.min(PAGE_ROWS, ROWS_MAX - rows.length);
      const asked = { ...body, limit, ...(cursor === undefined ? {} : { cursor }) };
      const { data } = await callApi('searchLogs', { body: asked });
      rows.push(...data.rows);
      unread = Math.max(unread, data.reading.unreadCount);
      cursor = data.nextCursor;
      if (cursor === undefined) break;
      if (rows.length >= ROWS_MAX) {
        const message = `The file has the newest ${formatExact(ROWS_MAX)} events; older ones match too. Choose a shorter time for them.`;
        notify({ message, status: 'warning' });
        break;
      }
    }
  } catch (error) {
    reportApiError(error, { id: 'searchLogs' });
    return undefined;
  }
  if (unread > 0)
    notify({
      message: `The file lacks what could not be read: ${formatExact(unread)} files or folders`,
      status: 'warning',
    });
  return rows;
}

const toRecord = (row: LogRow) => {
  const { received, source, sourceId } = row.metadata;
  const event = parseEvent(row);
  return { received, source, sourceId, ...(row.metadata.isText ? { message: row.text } : { event }) };
};

/** As archives write them: one object per line, the event as it was received. */
export function toNdjson(rows: readonly LogRow[]): string {
  return rows
    .map((row) => {
      if (row.metadata.isText) return `${JSON.stringify(toRecord(row))}\n`;
      const { received, source, sourceId } = row.metadata;
      const head = JSON.stringify({ received, source, sourceId }).slice(0, -1);
      return `${head},"event":${row.text}}\n`;
    })
    .join('');
}

export const toJsonList = (rows: readonly LogRow[]): string => {
  const lines = toNdjson(rows).trimEnd();
  return lines === '' ? '[]\n' : `[\n${lines.replaceAll('\n', ',\n')}\n]\n`;
};
