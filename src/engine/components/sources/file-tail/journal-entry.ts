import type { Batch } from '../../../event/batch.ts';
import { NEWLINE } from '../../../event/bytes.ts';
import { appendLine, isObject } from '../../shared/payload.ts';
import type { ComponentProblem } from '../../types.ts';

const EQUALS = 0x3d;
/** A little-endian length precedes a binary value. */
export const SIZE_BYTES = 8;
/** Includes trusted and address fields. */
const NAME = /^[A-Z0-9_]{1,64}$/;
const MICROSECONDS = /^\d{1,17}$/;

export const isFieldName = (name: string): boolean => NAME.test(name);

export const entryBroken: ComponentProblem = {
  errorName: 'JournalEntryBroken',
  message: 'An entry does not have the journal export format; its beginning became a dead letter',
  causes: [
    'The file was not written by journalctl -o export',
    'The program that wrote it was ended in the middle of an entry',
  ],
  resolutions: [
    'Set the format of the source to that of the file',
    'Look at the dead letters of the pipeline',
  ],
};

/** RFC 3339 with microseconds; null for other text. */
function toTime(microseconds: string | undefined): string | null {
  if (microseconds === undefined || !MICROSECONDS.test(microseconds)) return null;
  const millis = Number(microseconds.slice(0, -3) || '0');
  const date = new Date(millis).toISOString();
  return `${date.slice(0, -1)}${microseconds.slice(-3).padStart(3, '0')}Z`;
}

/** Null for an invalid entry. https://systemd.io/JOURNAL_EXPORT_FORMATS */
function readFields(entry: Buffer): Map<string, string | string[]> | null {
  const fields = new Map<string, string | string[]>();
  const add = (name: string, value: string): boolean => {
    if (!isFieldName(name)) return false;
    const former = fields.get(name);
    fields.set(name, former === undefined ? value : [former, value].flat());
    return true;
  };
  for (let at = 0; at < entry.length; ) {
    const newline = entry.indexOf(NEWLINE, at);
    if (newline < 0) return null;
    const equals = entry.subarray(at, newline).indexOf(EQUALS);
    if (equals >= 0) {
      if (!add(entry.toString('latin1', at, at + equals), entry.toString('utf8', at + equals + 1, newline)))
        return null;
      at = newline + 1;
      continue;
    }
    const value = newline + 1 + SIZE_BYTES;
    if (value > entry.length) return null;
    const end = value + Number(entry.readBigUInt64LE(newline + 1));
    if (entry[end] !== NEWLINE) return null;
    if (!add(entry.toString('latin1', at, newline), entry.toString('utf8', value, end))) return null;
    at = end + 1;
  }
  return fields.size > 0 ? fields : null;
}

/**
 * An entry as a JSON event: fields by name, time as `timestamp` and MESSAGE as `message`; repeated fields are
 * arrays. Null for an invalid entry.
 * @param entry lines with newlines, without the final empty line
 */
export function journalEvent(entry: Buffer): string | null {
  const fields = readFields(entry);
  if (!fields) return null;
  const time = toTime([fields.get('__REALTIME_TIMESTAMP')].flat()[0]);
  const message = fields.get('MESSAGE');
  fields.delete('MESSAGE');
  return JSON.stringify({
    ...(time !== null && { timestamp: time }),
    ...(message !== undefined && { message }),
    ...Object.fromEntries(fields),
  });
}

/** A journal entry; an event that already left the source stays unchanged. */
export function appendJournalEntry(batch: Batch, payload: Buffer): void {
  if (isObject(payload)) return void batch.appendJson(payload);
  const text = payload.at(-1) === NEWLINE ? payload : Buffer.concat([payload, Buffer.from('\n')]);
  const event = journalEvent(text);
  if (event === null) appendLine(batch, payload);
  else batch.appendTrusted(Buffer.from(event), false);
}
