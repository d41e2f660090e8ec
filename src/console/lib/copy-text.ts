export type CopyOutcome = { ok: boolean; message: string };

export const COPIED_TEXT = 'Text copied successfully';
export const COPY_FAILED_TEXT = 'Error copying text';

/** Never throws; the message is shown to the person. */
export async function copyText(text: string): Promise<CopyOutcome> {
  try {
    await navigator.clipboard.writeText(text);
    return { ok: true, message: COPIED_TEXT };
  } catch {
    return { ok: false, message: COPY_FAILED_TEXT };
  }
}
