import type { Batch } from '../../../event/batch.ts';
import { CLOSE_BRACKET, COMMA, NEWLINE, OPEN_BRACE, OPEN_BRACKET } from '../../../event/bytes.ts';
import { INVALID } from '../../../event/layout.ts';
import { FAIL_TRAILING, failure, failureText, skipSpace, skipValue } from '../../../event/scanner.ts';
import { endOfPart, type WholeParts } from '../../shared/inbound/parts.ts';
import { Refusal, RequestTooLarge } from '../../shared/inbound/refusal.ts';
import { joinLines } from '../../shared/payload.ts';
import type { ComponentProblem } from '../../types.ts';
import type { HttpServerConfig } from './schema.ts';

type Format = Exclude<HttpServerConfig['format'], 'auto'> | 'json_or_ndjson';

const NDJSON_TYPES = new Set([
  'application/x-ndjson',
  'application/ndjson',
  'application/jsonl',
  'application/jsonlines',
  'application/x-jsonlines',
]);

const getFirstCharacter = (body: Buffer): string | undefined =>
  body.toString('latin1', 0, 256).trimStart()[0];

/** By content type, else by the first byte. */
export function detectFormat(
  configured: HttpServerConfig['format'],
  contentType: string,
  body: Buffer,
): Format {
  if (configured !== 'auto') return configured;
  const type = contentType.split(';')[0]!.trim().toLowerCase();
  if (NDJSON_TYPES.has(type)) return 'ndjson';
  if (type === 'text/plain') return 'text';
  if (type === 'application/json' || type.endsWith('+json')) return 'json_or_ndjson';
  const first = getFirstCharacter(body);
  return first === '{' || first === '[' ? 'json_or_ndjson' : 'text';
}

/** Byte by byte: `indexOf` is slow where lines are short. */
function findPlace(body: Buffer, offset: number): { line: number; column: number } {
  let line = 1;
  let start = 0;
  for (let p = 0; p < offset; p++)
    if (body[p] === NEWLINE) {
      line++;
      start = p + 1;
    }
  return { line, column: offset - start + 1 };
}

function malformed(body: Buffer, offset: number, reason: string): Refusal {
  const place = findPlace(body, Math.min(offset, body.length));
  return new Refusal(400, `Line ${place.line}, column ${place.column}: ${reason}`, { place });
}

function lineStart(body: Buffer, event: number): number {
  let left = event;
  for (let p = 0; p < body.length; ) {
    const start = p;
    p = skipSpace(body, p);
    if (body[p] !== NEWLINE && left-- === 0) return start;
    while (p < body.length && body[p] !== NEWLINE) p++;
    p++;
  }
  return body.length;
}

const firstInvalid = (batch: Batch, from: number): number => {
  for (let ev = from; ev < batch.count; ev++) if (batch.state(ev) === INVALID) return ev;
  return -1;
};

function inParts(parts: WholeParts, body: Buffer, fill: (batch: Batch, from: number, to: number) => void) {
  for (let from = 0; from < body.length; ) {
    const to = endOfPart(body, from);
    fill(parts.open(), from, to);
    parts.filled(true);
    from = to;
  }
}

function fillNdjson(parts: WholeParts, body: Buffer): void {
  inParts(parts, body, (batch, from, to) => {
    batch.loadJsonLines(body, from, to);
    for (let bad = firstInvalid(batch, 0); bad >= 0; bad = firstInvalid(batch, bad + 1)) {
      const { message, offset } = batch.invalidReason(bad);
      parts.reject(() => malformed(body, lineStart(body, parts.count + bad) + offset, message));
    }
  });
}

const noObject: ComponentProblem = {
  errorName: 'InvalidEvent',
  message: 'An entry of a JSON array is not an object; the others of its request were taken',
  causes: ['The sender sent something other than an array of objects'],
  resolutions: ['Correct the sender', 'Set the format of the source to text'],
};

/** One object or an array of objects, copied byte for byte. */
function fillJson(parts: WholeParts, body: Buffer): void {
  // The scanner needs a final newline.
  const text = Buffer.concat([body, Buffer.from([NEWLINE])]);
  joinLines(text, body.length);
  const refuse = (at: number, reason = failureText(failure.reason, text[at])) => malformed(body, at, reason);
  const takeObject = (from: number): number => {
    const isObject = text[from] === OPEN_BRACE;
    if (!isObject && !parts.isPartial) throw refuse(from, 'an event must be a JSON object');
    const end = skipValue(text, from);
    if (end < 0) throw refuse(failure.at);
    const batch = parts.open();
    if (!isObject) {
      parts.reject(() => refuse(from, 'an event must be a JSON object'));
      batch.appendRefused(text.subarray(from, end), noObject);
    } else {
      const event = batch.appendJson(text.subarray(from, end));
      if (batch.state(event) === INVALID) {
        const { message, offset } = batch.invalidReason(event);
        parts.reject(() => refuse(from + offset, message));
      }
    }
    parts.filled();
    return skipSpace(text, end);
  };
  let p = skipSpace(text, 0);
  if (text[p] !== OPEN_BRACKET) p = takeObject(p);
  else {
    p = skipSpace(text, p + 1);
    if (text[p] !== CLOSE_BRACKET)
      for (;;) {
        p = takeObject(p);
        if (text[p] === CLOSE_BRACKET) break;
        if (text[p] !== COMMA) throw refuse(p, failureText(0, text[p]));
        p = skipSpace(text, p + 1);
      }
    p = skipSpace(text, p + 1);
  }
  if (p < body.length) throw refuse(p, failureText(FAIL_TRAILING, text[p]));
  parts.filled(true);
}

/** One object per line, or one multiline document. Errors are those of the more likely form. */
function fillEither(parts: WholeParts, body: Buffer): void {
  if (getFirstCharacter(body) === '[') {
    fillJson(parts, body);
    return;
  }
  try {
    fillNdjson(parts, body);
  } catch (asLines) {
    parts.clear();
    if (asLines instanceof RequestTooLarge) throw asLines;
    try {
      fillJson(parts, body);
    } catch (asDocument) {
      throw asDocument instanceof Refusal && asDocument.message.endsWith(failureText(FAIL_TRAILING, 0))
        ? asLines
        : asDocument;
    }
  }
}

/**
 * Accepts the good events of a refused body; bad ones become dead letters. False when nothing is good, or
 * when lines are only parts of a document.
 */
export function fillGoodParts(parts: WholeParts, format: Format, body: Buffer): boolean {
  const isGuess = format === 'json_or_ndjson' && getFirstCharacter(body) !== '[';
  parts.isPartial = true;
  parts.clear();
  try {
    fillParts(parts, isGuess ? 'ndjson' : format, body);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return false;
  }
  const good = parts.count - parts.rejectedCount;
  return good > 0 && (!isGuess || good >= parts.rejectedCount);
}

/** @throws Refusal: 400 with line and reason, 413 when the events are too large */
export function fillParts(parts: WholeParts, format: Format, body: Buffer): void {
  if (format === 'text') inParts(parts, body, (batch, from, to) => batch.loadLines(body, from, to));
  else if (format === 'ndjson') fillNdjson(parts, body);
  else if (format === 'json') fillJson(parts, body);
  else fillEither(parts, body);
}
