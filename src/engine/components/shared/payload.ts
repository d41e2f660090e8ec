import { Batch } from '../../event/batch.ts';
import { NEWLINE, RETURN } from '../../event/bytes.ts';

const trial = new Batch(4096);

export function isObject(bytes: Buffer): boolean {
  trial.reset();
  return trial.isLive(trial.appendJson(bytes));
}

/** Skips empty lines; a final `\r` is part of the delimiter. */
export function appendLine(batch: Batch, payload: Buffer): void {
  if (payload.includes(NEWLINE)) batch.appendRaw(payload);
  else batch.loadLines(payload);
}

/** Makes one line of the first `length` bytes. */
export function joinLines(text: Buffer, length: number): void {
  for (let p = text.indexOf(NEWLINE); p >= 0 && p < length; p = text.indexOf(NEWLINE, p))
    while (p < length && text[p] === NEWLINE) text[p++] = RETURN;
}
