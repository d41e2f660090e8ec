export const UTF8_MARK_BYTES = 3;

/** The text begins with the byte order mark of UTF-8, which is not part of it. */
export const hasUtf8Mark = (bytes: Buffer): boolean =>
  bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;

export const withoutUtf8Mark = (bytes: Buffer): Buffer =>
  hasUtf8Mark(bytes) ? bytes.subarray(UTF8_MARK_BYTES) : bytes;
