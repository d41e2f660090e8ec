import type { CallBody } from '../../../contract/calls/index.ts';
import { LOG_EXPORT_EVENTS_MAX, type LogExport } from '../../../contract/entities/log-search.ts';
import { toApiError } from '../../api/api-error.ts';
import { callApi } from '../../api/call-api.ts';
import { getApiBaseUrl } from '../../api/environment.ts';
import { reportApiError } from '../../api/report-error.ts';
import { buildFileName, saveAddress } from '../../components/widgets/charts/save-file.ts';
import { formatExact } from '../../lib/format.ts';
import { createStore } from '../../lib/store.ts';
import { notify } from '../../state/toasts.ts';

const POLL_MS = 1000;

/** Continues after leaving the screen. */
export const exportUnderWay = createStore<LogExport | undefined>(undefined);

const isUnderWay = ({ state }: LogExport): boolean => state === 'WAITING' || state === 'RUNNING';

const warn = (message: string): void => notify({ message, status: 'warning' });

function tellEnd({ state, reason, eventCount, isCut, unreadCount }: LogExport): void {
  const events = eventCount === '1' ? '1 event' : `${formatExact(Number(eventCount))} events`;
  if (state !== 'DONE') {
    warn(`The file is not complete, it ends after ${events}: ${reason}`);
    return;
  }
  if (isCut) warn(`The file has the newest ${events}; choose a shorter time for older ones`);
  else notify({ message: `The file is whole: ${events}`, status: 'success' });
  if (unreadCount > 0)
    warn(`The file lacks ${formatExact(unreadCount)} files or folders that could not be read`);
}

/** Saves a file that the service streams; reports how it ends. */
export async function exportLogs(body: CallBody<'startLogExport'>): Promise<undefined> {
  if (exportUnderWay.get()) {
    warn('An export is under way');
    return undefined;
  }
  const { siteId, format } = body;
  try {
    let one = (await callApi('startLogExport', { body })).data.export;
    exportUnderWay.set(one);
    const message = `The file gets the newest ${formatExact(LOG_EXPORT_EVENTS_MAX)} matching events at most`;
    notify({ message, status: 'info' });
    const name = buildFileName('log search', format.toLowerCase());
    saveAddress(name, new URL(`v1/site/${siteId}/log-search/export/${one.id}/file`, getApiBaseUrl()).href);
    while (isUnderWay(one)) {
      await new Promise((resolve) => setTimeout(resolve, POLL_MS));
      one = (await callApi('getLogExport', { path: { siteId, exportId: one.id } })).data.export;
      exportUnderWay.set(one);
    }
    tellEnd(one);
  } catch (error) {
    // A refused read is not reported otherwise.
    if (exportUnderWay.get()) warn(`The file may not be complete: ${toApiError(error).text.title}`);
    else reportApiError(error, { id: 'startLogExport' });
  } finally {
    exportUnderWay.set(undefined);
  }
  return undefined;
}

/** `exportLogs` reports the end. */
export function cancelExport(siteId: string): void {
  const exportId = exportUnderWay.get()?.id ?? '';
  const id = 'cancelLogExport';
  callApi(id, { path: { siteId, exportId } }).catch((error: unknown) => reportApiError(error, { id }));
}
