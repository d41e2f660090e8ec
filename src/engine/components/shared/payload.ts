import { Batch } from '../../event/batch.ts';

const NEWLINE = 0x0a;
const trial = new Batch(4096);

/** True for the bytes of one JSON object. */
export function isObject(bytes: Buffer): boolean {
  trial.reset();
  return trial.isLive(trial.appendJson(bytes));
}

/** Takes a payload as sources of text do: nothing of an empty line, and a final `\r` is delimiter. */
export function appendLine(batch: Batch, payload: Buffer): void {
  if (payload.includes(NEWLINE)) batch.appendRaw(payload);
  else batch.loadLines(payload);
}
