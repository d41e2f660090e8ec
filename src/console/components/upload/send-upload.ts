import { toApiError } from '../../api/api-error.ts';
import { type UploadCall, uploadFile } from '../../api/upload-call.ts';
import type { UploadWindow } from './upload-window.ts';

export class UploadRefused extends Error {
  readonly fields: Readonly<Record<string, string>>;
  constructor(message: string, fields: Readonly<Record<string, string>>) {
    super(message);
    this.fields = fields;
  }
}

type Sending = { file: File; signal: AbortSignal; onProgress: (sent: number) => void };

/** @throws UploadRefused unless canceled. */
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
