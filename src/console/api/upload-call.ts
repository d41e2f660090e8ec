import type { CallDefinition } from '../../contract/calls/define.ts';
import { CALL_TIMEOUT_MS } from '../../contract/limits.ts';
import { ApiError, readErrorAnswer, toApiError } from './api-error.ts';
import { notifyWritten } from './call-api.ts';
import { loadCall } from './call-table.ts';
import { getApiBaseUrl } from './environment.ts';
import { reportRefusedAccess } from './report-error.ts';
import { buildRequestHeaders } from './request.ts';

export type UploadCall = 'createAsset' | 'replaceAsset';

export type UploadOptions = {
  ifMatch?: number | undefined;
  signal: AbortSignal;
  onProgress: (sent: number) => void;
};

function toFormData(fields: Readonly<Record<string, string>>, file: File): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  // The service checks the fields before it reads the file.
  form.append('file', file);
  return form;
}

/**
 * `fetch` reports no upload progress. Large files take long, so the timeout counts from the last progress.
 */
function send(
  call: Pick<CallDefinition, 'method' | 'path'>,
  form: FormData,
  size: number,
  options: UploadOptions,
): Promise<Response> {
  const { signal, ifMatch, onProgress } = options;
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open(call.method, new URL(call.path.slice(1), getApiBaseUrl()));
    for (const [name, value] of Object.entries(buildRequestHeaders({ ifMatch })))
      request.setRequestHeader(name, value);
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isLate = false;
    const awaitProgress = () => {
      clearTimeout(timer);
      timer = setTimeout(() => {
        isLate = true;
        request.abort();
      }, CALL_TIMEOUT_MS);
    };
    request.upload.onprogress = ({ loaded }) => {
      awaitProgress();
      onProgress(Math.min(loaded, size));
    };
    request.onloadend = () => clearTimeout(timer);
    request.onload = () => {
      onProgress(size);
      resolve(new Response(request.responseText, { status: request.status }));
    };
    request.onerror = () => reject(new TypeError('the connection was cut'));
    request.onabort = () =>
      reject(
        isLate
          ? new DOMException('no progress', 'TimeoutError')
          : new DOMException('cancelled', 'AbortError'),
      );
    signal.addEventListener('abort', () => request.abort(), { once: true });
    if (signal.aborted) request.abort();
    else {
      awaitProgress();
      request.send(form);
    }
  });
}

export async function uploadFile(
  id: UploadCall,
  fields: Readonly<Record<string, string>>,
  file: File,
  options: UploadOptions,
): Promise<void> {
  try {
    const call = await loadCall(id);
    const answer = await send(call, toFormData(fields, file), file.size, options);
    if (!answer.ok) throw await readErrorAnswer(answer);
    notifyWritten(id);
  } catch (error) {
    const apiError = error instanceof ApiError ? error : toApiError(error);
    reportRefusedAccess(apiError, { id });
    throw apiError;
  }
}
