import { toApiError } from '../../api/api-error.ts';
import { type UploadCall, uploadFile } from '../../api/upload-call.ts';
import { notifyRequested, type RequestWay, sendRequest } from '../../state/request-draft.ts';
import type { UploadWindow } from './upload-window.ts';

export class UploadRefused extends Error {
  readonly fields: Readonly<Record<string, string>>;
  constructor(message: string, fields: Readonly<Record<string, string>>) {
    super(message);
    this.fields = fields;
  }
}

const NEW_ID = 'new-1';

/**
 * Requests a lookup table by pull request; the stored one stays.
 * @throws UploadRefused
 */
export async function requestLookup(
  { replaces, site }: Pick<UploadWindow, 'replaces' | 'site'>,
  { name = '' }: Readonly<Record<string, string>>,
  { file, way, comment }: { file: File; way: RequestWay; comment: string },
): Promise<void> {
  const { id = NEW_ID, revision = 0 } = replaces ?? {};
  const content = await file.text();
  const asked = { kind: 'LOOKUP' as const, id, revision, name: replaces?.name ?? name, config: { content } };
  try {
    const changes = await sendRequest(way, site?.id ?? '', { connections: [asked] }, { comment });
    notifyRequested(way, changes.length);
  } catch (thrown) {
    const error = toApiError(thrown);
    const named = error.details.map(({ field, message }) => [
      field.endsWith('.content') ? 'file' : field.endsWith('.name') ? 'name' : field,
      message,
    ]);
    throw new UploadRefused(error.text.title, Object.fromEntries(named));
  }
}

type Sending = { file: File; signal: AbortSignal; onProgress: (sent: number) => void };

/** @throws UploadRefused unless canceled */
export async function sendUpload(
  { replaces }: Pick<UploadWindow, 'replaces'>,
  fields: Readonly<Record<string, string>>,
  { file, ...sending }: Sending,
): Promise<void> {
  const call: UploadCall = replaces ? 'replaceAsset' : 'createAsset';
  try {
    await uploadFile(call, fields, file, { ...sending, ifMatch: replaces?.revision });
  } catch (thrown) {
    const error = toApiError(thrown);
    const named = Object.fromEntries(error.details.map(({ field, message }) => [field, message]));
    throw new UploadRefused(error.text.title, named);
  }
}
