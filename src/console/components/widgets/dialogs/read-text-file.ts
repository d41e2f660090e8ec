import { formatBytes, formatFigure } from '../../../lib/format.ts';

/** `note`: what was not read. */
export type TextOfFile = { text: string; note: string | undefined };

const isCompressed = ([first, second, third]: Uint8Array): boolean =>
  (first === 0x1f && second === 0x8b) ||
  (first === 0x50 && second === 0x4b) ||
  (first === 0x28 && second === 0xb5 && third === 0x2f);

/**
 * Reads a file without its byte order mark, up to the last whole line within `maxBytes`.
 * @throws Error that names the file and the remedy
 */
export async function readTextFile(file: File, maxBytes = Number.POSITIVE_INFINITY): Promise<TextOfFile> {
  const { name, size } = file;
  if (size === 0) throw new Error(`${name} is empty. Choose another file.`);
  const isCut = size > maxBytes;
  const bytes = new Uint8Array(await (isCut ? file.slice(0, maxBytes) : file).arrayBuffer());
  if (isCompressed(bytes)) throw new Error(`${name} is compressed. Unpack it, then choose the text in it.`);
  const text = decode(bytes, isCut);
  if (text === undefined)
    throw new Error(`${name} is not UTF-8 text. Save it as UTF-8, then choose it again.`);
  if (!isCut) return { text, note: undefined };
  const end = text.lastIndexOf('\n');
  const most = formatFigure(formatBytes(maxBytes));
  if (end < 0) throw new Error(`The first line of ${name} alone is longer than ${most}. Shorten it.`);
  return {
    text: text.slice(0, end + 1),
    note: `${name} has ${formatFigure(formatBytes(size))}; the lines within its first ${most} were read.`,
  };
}

/** Undefined if not text; drops a character cut at the end. */
function decode(bytes: Uint8Array, isCut: boolean): string | undefined {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: isCut });
    return text.includes('\0') ? undefined : text;
  } catch {
    return undefined;
  }
}
