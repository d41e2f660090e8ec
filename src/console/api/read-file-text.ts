import { CALL_TIMEOUT_MS } from '../../contract/limits.ts';
import { readErrorAnswer, toApiError } from './api-error.ts';
import { loadCall } from './call-table.ts';
import { getApiBaseUrl } from './environment.ts';
import { reportRefusedAccess } from './report-error.ts';
import { fillPath } from './request.ts';

/** Undefined unless valid UTF-8; `isWhole` is false when truncated. */
export type FileText = { text: string; isWhole: boolean } | undefined;

async function readStart(body: ReadableStream<Uint8Array>, maxBytes: number): Promise<FileText> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const reader = body.getReader();
  let text = '';
  let bytes = 0;
  for (;;) {
    const { done, value } = await reader.read();
    try {
      if (done) return { text: text + decoder.decode(), isWhole: true };
      text += decoder.decode(value, { stream: true });
    } catch {
      await reader.cancel();
      return undefined;
    }
    bytes += value.length;
    if (bytes < maxBytes) continue;
    await reader.cancel();
    return { text, isWhole: false };
  }
}

/**
 * The first bytes of an uploaded file as text; the rest is not loaded.
 * @throws ApiError
 */
export async function readFileText(fileId: string, maxBytes: number): Promise<FileText> {
  try {
    const { method, path } = await loadCall('downloadAsset');
    const answer = await fetch(new URL(fillPath(path, { id: fileId }).slice(1), getApiBaseUrl()), {
      method,
      signal: AbortSignal.timeout(CALL_TIMEOUT_MS),
    });
    if (!answer.ok || !answer.body) throw await readErrorAnswer(answer);
    return await readStart(answer.body, maxBytes);
  } catch (error) {
    const apiError = toApiError(error);
    reportRefusedAccess(apiError, { id: 'downloadAsset' });
    throw apiError;
  }
}
