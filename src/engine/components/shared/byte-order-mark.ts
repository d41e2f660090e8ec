export const UTF8_MARK_BYTES = 3;

/** UTF-8's byte order mark is not part of the text. */
export const hasUtf8Mark = (bytes: Buffer): boolean =>
  bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;

export const withoutUtf8Mark = (bytes: Buffer): Buffer =>
  hasUtf8Mark(bytes) ? bytes.subarray(UTF8_MARK_BYTES) : bytes;
